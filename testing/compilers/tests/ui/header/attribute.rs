use codec_core::Header;

#[derive(Debug, Clone, Copy, Header)]
#[codec(magic = b"DIRT")]
struct Limited {
    #[codec(id, max = 9)]
    kind: u8,
    #[codec(payload_len, len = u16)]
    len: u16,
    #[codec(skip, includes = 1)]
    seen: u8,
}

fn main() {}
