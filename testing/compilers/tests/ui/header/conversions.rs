use codec_core::Header;

#[derive(Debug, Clone, Copy, Header)]
#[codec(context = u16)]
struct Versioned {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: u16,
}

#[derive(Debug, Clone, Copy, Header)]
#[codec(remote = Versioned, from = u32, into = u32)]
struct Remote {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: u16,
}

#[derive(Debug, Clone, Copy, Header)]
#[codec(try_from = u32)]
struct Tried {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: u16,
}

fn main() {}
