use codec_core::Header;

#[derive(Debug, Clone, Copy, Header)]
struct Signed {
    #[codec(id)]
    kind: i8,
    #[codec(payload_len)]
    len: u16,
}

fn main() {}
