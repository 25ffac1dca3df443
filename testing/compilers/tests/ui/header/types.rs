use codec_core::Header;

#[derive(Debug, Clone, Copy, Header)]
struct Named {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: u16,
    name: &'static str,
}

fn main() {}
