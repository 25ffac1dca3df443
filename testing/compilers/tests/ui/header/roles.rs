use codec_core::Header;

#[derive(Debug, Clone, Copy, Header)]
struct WithoutId {
    #[codec(payload_len)]
    len: u16,
}

#[derive(Debug, Clone, Copy, Header)]
struct WithoutLength {
    #[codec(id)]
    kind: u8,
}

#[derive(Debug, Clone, Copy, Header)]
struct Twice {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: u16,
    #[codec(id)]
    extension: u8,
    #[codec(payload_len)]
    more: u16,
}

#[derive(Debug, Clone, Copy, Header)]
struct Same {
    #[codec(id, payload_len)]
    kind: u8,
}

fn main() {}
