//! Sequences after a table of where their elements end.

super::mutations! {
    @indexed [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u8, max = 9)] list: Vec<Name>, end: u8 }
    }
    the_table_removed {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(len = u8, max = 9)] list: Vec<Name>, end: u8 }
    }
    in_a_box {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u8, max = 9)] list: Box<[Name]>, end: u8 }
    }
    in_a_ring {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u8, max = 9)] list: VecDeque<Name>, end: u8 }
    }
    more_elements {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u8, max = 12)] list: Vec<Name>, end: u8 }
    }
    fewer_elements {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u8, max = 5)] list: Vec<Name>, end: u8 }
    }
    a_wider_count {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u16, max = 9)] list: Vec<Name>, end: u8 }
    }
    another_element {
        struct Name { #[codec(len = u16)] text: String }
        struct T { #[codec(index, len = u8, max = 9)] list: Vec<Name>, end: u8 }
    }
    an_element_of_bytes {
        struct Name { #[codec(len = u8)] text: Vec<u8> }
        struct T { #[codec(index, len = u8, max = 9)] list: Vec<Name>, end: u8 }
    }
    renamed_list {
        struct Name { #[codec(len = u8)] text: String }
        struct T { #[codec(index, len = u8, max = 9)] names: Vec<Name>, end: u8 }
    }

    @plain [Bincode BincodeVarint Postcard Borsh Compact Consensus] {
        struct T { list: Vec<u16>, end: u8 }
    }
    a_table_added {
        struct T { #[codec(index)] list: Vec<u16>, end: u8 }
    }

    @of_bytes [Bincode Postcard Borsh] {
        struct T { #[codec(index)] list: Vec<u8>, end: u8 }
    }
    without_the_table {
        struct T { list: Vec<u8>, end: u8 }
    }

    @counted [Bincode Postcard Borsh Sv2] {
        struct T { count: u8, #[codec(index, count = count)] list: Vec<u16>, end: u8 }
    }
    counted_without_the_table {
        struct T { count: u8, #[codec(count = count)] list: Vec<u16>, end: u8 }
    }
    with_a_count_of_its_own {
        struct T { count: u8, #[codec(index, len = u8)] list: Vec<u16>, end: u8 }
    }

    @nullable [Bincode Postcard Borsh Sv2] {
        struct T { #[codec(index, len = i16, max = 5)] list: Option<Vec<u16>>, end: u8 }
    }
    nullable_without_the_table {
        struct T { #[codec(len = i16, max = 5)] list: Option<Vec<u16>>, end: u8 }
    }
    always_there {
        struct T { #[codec(index, len = u16, max = 5)] list: Vec<u16>, end: u8 }
    }

    @conditional [Bincode Postcard Borsh Sv2] {
        struct T { flag: bool, #[codec(index, len = u8, if = flag)] list: Option<Vec<u16>>, end: u8 }
    }
    conditional_without_the_table {
        struct T { flag: bool, #[codec(len = u8, if = flag)] list: Option<Vec<u16>>, end: u8 }
    }

    @empty [Bincode Postcard Borsh] {
        struct T { #[codec(index, len = u8, max = 0)] list: Vec<u16>, end: u8 }
    }
    empty_without_the_table {
        struct T { #[codec(len = u8, max = 0)] list: Vec<u16>, end: u8 }
    }
}
