//! Structs with a version.

super::mutations! {
    @first [Bincode BincodeVarint Postcard Borsh Compact Consensus] { #[codec(version = 1)] struct T { a: u16, b: u8 } }
    add_since { #[codec(version = 2)] struct T { a: u16, b: u8, #[codec(since = 2)] c: u8 } }
    add_with_default {
        #[codec(version = 2)]
        struct T { a: u16, b: u8, #[codec(since = 2, default = nine)] c: u8 }
    }
    add_two_since {
        #[codec(version = 3)]
        struct T { a: u16, b: u8, #[codec(since = 2)] c: u8, #[codec(since = 3)] d: u32 }
    }
    add_in_same_version { #[codec(version = 1)] struct T { a: u16, b: u8, c: u8 } }
    add_without_since { #[codec(version = 2)] struct T { a: u16, b: u8, c: u8 } }
    removed { #[codec(version = 2)] struct T { a: u16, #[codec(removed = 2)] b: u8 } }
    removed_first {
        #[codec(version = 2, readable_since = 2)]
        struct T { #[codec(removed = 2)] a: u16, b: u8 }
    }
    readable_since { #[codec(version = 2, readable_since = 2)] struct T { a: u16, b: u8 } }
    retired { #[codec(version = 2)] struct T { a: u16, #[codec(retired = 2)] b: u8 } }
    retired_first { #[codec(version = 2)] struct T { #[codec(retired = 2)] a: u16, b: u8 } }
    forgotten { #[codec(version = 2)] struct T { a: u16 } }
    raised { #[codec(version = 2)] struct T { a: u16, b: u8 } }
    renamed { #[codec(version = 2)] struct T { a: u16, beta: u8 } }
    reordered { #[codec(version = 2)] struct T { b: u8, a: u16 } }
    widened { #[codec(version = 2)] struct T { a: u32, b: u8 } }
    unversioned { struct T { a: u16, b: u8 } }
    with_magic { #[codec(version = 2, magic = b"V")] struct T { a: u16, b: u8 } }
    big_endian { #[codec(version = 1, be)] struct T { a: u16, b: u8 } }
    tail_added { #[codec(version = 1)] struct T { a: u16, b: u8, #[codec(tail)] rest: Vec<u8> } }

    @second [Bincode BincodeVarint Postcard Borsh Compact Consensus] {
        #[codec(version = 2)]
        struct T { a: u16, #[codec(since = 2)] b: u8 }
    }
    third {
        #[codec(version = 3)]
        struct T { a: u16, #[codec(since = 2)] b: u8, #[codec(since = 3)] c: u16 }
    }
    replaced {
        #[codec(version = 3, readable_since = 3)]
        struct T { a: u16, #[codec(since = 2, removed = 3)] b: u8, #[codec(since = 3)] c: u16 }
    }
    retired_later {
        #[codec(version = 3)]
        struct T { a: u16, #[codec(since = 2, retired = 3)] b: u8, #[codec(since = 3)] c: u16 }
    }
    since_later { #[codec(version = 3)] struct T { a: u16, #[codec(since = 3)] b: u8 } }
    back_to_one { #[codec(version = 1)] struct T { a: u16 } }

    @within [Bincode BincodeVarint Postcard Borsh Compact Consensus] {
        struct T { head: Head, after: u16 }
        #[codec(version = 1)] struct Head { a: u8 }
    }
    within_added {
        struct T { head: Head, after: u16 }
        #[codec(version = 2)] struct Head { a: u8, #[codec(since = 2)] b: u16 }
    }
    within_removed {
        struct T { head: Head, after: u16 }
        #[codec(version = 2)] struct Head { #[codec(removed = 2)] a: u8 }
    }
}
