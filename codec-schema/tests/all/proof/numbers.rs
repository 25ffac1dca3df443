//! Numbers that become wider, narrower or signed, or change their byte order.

super::mutations! {
    @unsigned (Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2) { struct T { a: u16, b: u32, c: u8, d: u64 } }
    widen_u16 { struct T { a: u32, b: u32, c: u8, d: u64 } }
    widen_u32 { struct T { a: u16, b: u64, c: u8, d: u64 } }
    widen_u8 { struct T { a: u16, b: u32, c: u16, d: u64 } }
    narrow_u16 { struct T { a: u8, b: u32, c: u8, d: u64 } }
    narrow_u32 { struct T { a: u16, b: u16, c: u8, d: u64 } }
    narrow_u64 { struct T { a: u16, b: u32, c: u8, d: u32 } }
    big_endian { #[codec(be)] struct T { a: u16, b: u32, c: u8, d: u64 } }
    little_endian { #[codec(le)] struct T { a: u16, b: u32, c: u8, d: u64 } }
    big_endian_field { struct T { a: u16, #[codec(be)] b: u32, c: u8, d: u64 } }
    little_endian_field { struct T { a: u16, #[codec(le)] b: u32, c: u8, d: u64 } }
    big_endian_byte { struct T { a: u16, b: u32, #[codec(be)] c: u8, d: u64 } }
    to_bool { struct T { a: u16, b: u32, c: bool, d: u64 } }
    to_bytes { struct T { a: u16, b: [u8; 4], c: u8, d: u64 } }
    to_u24 { struct T { a: u16, b: U24, c: u8, d: u64 } }
    to_pair { struct T { a: u16, b: (u16, u16), c: u8, d: u64 } }
    to_nonzero { struct T { a: NonZeroU16, b: u32, c: u8, d: u64 } }

    @fixed (Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2) { #[codec(be)] struct T { a: u16, b: u32, z: NonZeroU16 } }
    turned { #[codec(le)] struct T { a: u16, b: u32, z: NonZeroU16 } }
    one_turned { #[codec(be)] struct T { #[codec(le)] a: u16, b: u32, z: NonZeroU16 } }
    orders_apart { struct T { #[codec(be)] a: u16, #[codec(be)] b: u32, #[codec(be)] z: NonZeroU16 } }
    of_format { struct T { a: u16, b: u32, z: NonZeroU16 } }
    from_nonzero { #[codec(be)] struct T { a: u16, b: u32, z: u16 } }

    @signed (Bincode BincodeVarint Postcard Borsh Compact) { struct T { a: i16, b: i64, c: i8 } }
    widen_i16 { struct T { a: i32, b: i64, c: i8 } }
    narrow_i64 { struct T { a: i16, b: i32, c: i8 } }
    widen_i8 { struct T { a: i16, b: i64, c: i16 } }
    to_unsigned { struct T { a: u16, b: i64, c: i8 } }
    byte_to_unsigned { struct T { a: i16, b: i64, c: u8 } }
    to_wide { struct T { a: i16, b: i128, c: i8 } }

    @others (Bincode BincodeVarint Postcard Compact) {
        struct T { f: f32, c: char, s: usize, w: u64 }
    }
    to_double { struct T { f: f64, c: char, s: usize, w: u64 } }
    to_word { struct T { f: u32, c: char, s: usize, w: u64 } }
    char_to_word { struct T { f: f32, c: u32, s: usize, w: u64 } }
    char_to_string { struct T { f: f32, c: String, s: usize, w: u64 } }
    from_usize { struct T { f: f32, c: char, s: u64, w: u64 } }
    to_u128 { struct T { f: f32, c: char, s: usize, w: u128 } }
    float_turned { struct T { #[codec(be)] f: f32, c: char, s: usize, w: u64 } }
}
