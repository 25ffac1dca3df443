use codec_core::Header;

#[derive(Debug, Clone, Copy, Header)]
enum Either {
    One,
    Other,
}

#[derive(Debug, Clone, Copy, Header)]
struct Generic<T> {
    #[codec(id)]
    kind: T,
    #[codec(payload_len)]
    len: u16,
}

fn main() {}
