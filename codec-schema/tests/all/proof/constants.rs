//! Constants on the wire.

super::mutations! {
    @marked [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        #[codec(magic = b"AB")]
        struct T { #[codec(magic = 7u16)] mark: (), a: u8 }
    }
    other_bytes { #[codec(magic = b"AC")] struct T { #[codec(magic = 7u16)] mark: (), a: u8 } }
    longer { #[codec(magic = b"ABC")] struct T { #[codec(magic = 7u16)] mark: (), a: u8 } }
    without { struct T { #[codec(magic = 7u16)] mark: (), a: u8 } }
    other_number { #[codec(magic = b"AB")] struct T { #[codec(magic = 8u16)] mark: (), a: u8 } }
    wider_number { #[codec(magic = b"AB")] struct T { #[codec(magic = 7u32)] mark: (), a: u8 } }
    turned_number { #[codec(magic = b"AB")] struct T { #[codec(magic = 7u16, be)] mark: (), a: u8 } }
    as_field { #[codec(magic = b"AB")] struct T { mark: u16, a: u8 } }
    as_number { #[codec(magic = 0x4241u16)] struct T { #[codec(magic = 7u16)] mark: (), a: u8 } }
    renamed_mark { #[codec(magic = b"AB")] struct T { #[codec(magic = 7u16)] sign: (), a: u8 } }
}
