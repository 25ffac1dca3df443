//! Strings and sequences: their limits, prefixes, counts and elements.

super::mutations! {
    @counted [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    raise_max {
        struct T {
            #[codec(len = u8, max = 30)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    lower_max {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 9)] list: Vec<u16>,
            end: u8,
        }
    }
    raise_min {
        struct T {
            #[codec(len = u8, min = 1, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    lower_min {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    raise_max_and_min {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 2, max = 12)] list: Vec<u16>,
            end: u8,
        }
    }
    without_max {
        struct T {
            #[codec(len = u8)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    wider_prefix {
        struct T {
            #[codec(len = u16, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    narrower_prefix {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u8, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    varint_prefix {
        struct T {
            #[codec(len = varint, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    big_endian_prefix {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10, be)] list: Vec<u16>,
            end: u8,
        }
    }
    wider_items {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u32>,
            end: u8,
        }
    }
    bytes_for_text {
        struct T {
            #[codec(len = u8, max = 20)] text: Vec<u8>,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
        }
    }
    without_text {
        struct T { #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>, end: u8 }
    }
    text_last {
        struct T {
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            end: u8,
            #[codec(len = u8, max = 20)] text: String,
        }
    }
    boxed_list {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Box<[u16]>,
            end: u8,
        }
    }
    checked_list {
        struct T {
            #[codec(len = u8, max = 20)] text: String,
            #[codec(len = u16, min = 1, max = 10)] list: Vec<u16>,
            #[codec(check = small)] end: u8,
        }
    }

    @by_field [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { n: u8, #[codec(count = n, max = 50)] list: Vec<u16> } }
    other_count { struct T { n: u8, #[codec(count = usize::from(n) * 2, max = 50)] list: Vec<u16> } }
    other_max { struct T { n: u8, #[codec(count = n, max = 60)] list: Vec<u16> } }
    with_prefix { struct T { n: u8, #[codec(len = u8, max = 50)] list: Vec<u16> } }
    without_count { struct T { #[codec(len = u8, max = 50)] list: Vec<u16> } }
    wider_elements { struct T { n: u8, #[codec(count = n, max = 50)] list: Vec<u32> } }

    @own_prefix (Bincode BincodeVarint Postcard Borsh Compact Consensus) {
        struct T { #[codec(max = 40)] text: String, list: Vec<u16> }
    }
    prefix_u32 { struct T { #[codec(max = 40, len = u32)] text: String, list: Vec<u16> } }
    prefix_u64 { struct T { #[codec(max = 40)] text: String, #[codec(len = u64)] list: Vec<u16> } }
    prefix_varint { struct T { #[codec(max = 40)] text: String, #[codec(len = varint)] list: Vec<u16> } }
    prefix_u8 { struct T { #[codec(max = 40, len = u8)] text: String, list: Vec<u16> } }
    no_limit { struct T { text: String, list: Vec<u16> } }
    limit { struct T { #[codec(max = 40)] text: String, #[codec(max = 100)] list: Vec<u16> } }
    deque { struct T { #[codec(max = 40)] text: String, list: VecDeque<u16> } }
    array { struct T { #[codec(max = 40)] text: String, list: [u16; 3] } }
    nested_list { struct T { #[codec(max = 40)] text: String, list: Vec<Vec<u16>> } }

    @sets (Bincode BincodeVarint Postcard Borsh Compact) { struct T { all: BTreeSet<u16>, one: Option<u16> } }
    set_to_list { struct T { all: Vec<u16>, one: Option<u16> } }
    option_to_value { struct T { all: BTreeSet<u16>, one: u16 } }
    wider_option { struct T { all: BTreeSet<u16>, one: Option<u32> } }
    option_to_list { struct T { all: BTreeSet<u16>, one: Vec<u16> } }
    nested_option { struct T { all: BTreeSet<u16>, one: Option<Option<u16>> } }
    result { struct T { all: BTreeSet<u16>, one: Result<u16, u8> } }

    @wire [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { name: Str0255, list: Seq0255<u16>, short: B032 } }
    longer_list { struct T { name: Str0255, list: Seq064K<u16>, short: B032 } }
    text_to_bytes { struct T { name: B0255, list: Seq0255<u16>, short: B032 } }
    longer_bytes { struct T { name: Str0255, list: Seq0255<u16>, short: B0255 } }
    shorter_text { struct T { name: B032, list: Seq0255<u16>, short: B032 } }
    wire_to_vec { struct T { name: Str0255, #[codec(len = u8)] list: Vec<u16>, short: B032 } }
}
