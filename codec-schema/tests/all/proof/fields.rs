//! Fields that are added, removed, moved, or renamed.

super::mutations! {
    @plain [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { a: u16, b: u32, c: u8 } }
    same { struct T { a: u16, b: u32, c: u8 } }
    add_last { struct T { a: u16, b: u32, c: u8, d: u8 } }
    add_first { struct T { z: u16, a: u16, b: u32, c: u8 } }
    add_middle { struct T { a: u16, d: u8, b: u32, c: u8 } }
    add_two { struct T { a: u16, b: u32, c: u8, d: u16, e: u16 } }
    remove_last { struct T { a: u16, b: u32 } }
    remove_first { struct T { b: u32, c: u8 } }
    remove_middle { struct T { a: u16, c: u8 } }
    remove_all { struct T {} }
    reorder { struct T { b: u32, a: u16, c: u8 } }
    reorder_last { struct T { a: u16, c: u8, b: u32 } }
    reverse { struct T { c: u8, b: u32, a: u16 } }
    rename { struct T { a: u16, beta: u32, c: u8 } }
    rename_all { struct T { x: u16, y: u32, z: u8 } }
    rename_and_add { struct T { a: u16, beta: u32, c: u8, d: u8 } }
    skip_last { struct T { a: u16, b: u32, #[codec(skip)] c: u8 } }
    skip_added { struct T { a: u16, #[codec(skip)] cache: u64, b: u32, c: u8 } }
    unit_added { struct T { a: u16, nothing: (), b: u32, c: u8 } }
    empty_array_added { struct T { a: u16, none: [u16; 0], b: u32, c: u8 } }
    span_added { struct T { a: u16, b: u32, c: u8, #[codec(span)] all: core::ops::Range<usize> } }
    check_added { struct T { a: u16, b: u32, #[codec(check = small)] c: u8 } }
    boxed { struct T { a: u16, b: Box<u32>, c: u8 } }

    @twins [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { a: u16, b: u16, c: [u8; 4] } }
    swapped { struct T { b: u16, a: u16, c: [u8; 4] } }
    joined { struct T { ab: u32, c: [u8; 4] } }
    longer_array { struct T { a: u16, b: u16, c: [u8; 5] } }
    shorter_array { struct T { a: u16, b: u16, c: [u8; 3] } }
    other_array { struct T { a: u16, b: u16, c: [u16; 2] } }
    inserted_twin { struct T { a: u16, n: u16, b: u16, c: [u8; 4] } }

    @checked [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { #[codec(check = small)] a: u8, b: u8 } }
    unchecked { struct T { a: u8, b: u8 } }

    @nested [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { inner: Inner, more: u8 }
        struct Inner { x: u16, y: u8 }
    }
    inner_add {
        struct T { inner: Inner, more: u8 }
        struct Inner { x: u16, y: u8, z: u8 }
    }
    inner_remove {
        struct T { inner: Inner, more: u8 }
        struct Inner { x: u16 }
    }
    inner_rename {
        struct T { inner: Inner, more: u8 }
        struct Inner { x: u16, upsilon: u8 }
    }
    inner_widen {
        struct T { inner: Inner, more: u8 }
        struct Inner { x: u32, y: u8 }
    }
    inner_big_endian {
        struct T { #[codec(be)] inner: Inner, more: u8 }
        struct Inner { x: u16, y: u8 }
    }
    inner_apart {
        struct T { x: u16, y: u8, more: u8 }
    }
}
