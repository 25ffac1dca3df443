//! Fields that extend to the end of the input.

super::mutations! {
    @bare [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { a: u16, b: u8 } }
    option_at_end { struct T { a: u16, b: u8, #[codec(tail)] c: Option<u16> } }
    options_at_end {
        struct T { a: u16, b: u8, #[codec(tail)] c: Option<u16>, #[codec(tail)] d: Option<u8> }
    }
    rest_at_end { struct T { a: u16, b: u8, #[codec(tail)] rest: Vec<u8> } }
    last_becomes_option { struct T { a: u16, #[codec(tail)] b: Option<u8> } }
    last_becomes_rest { struct T { a: u16, #[codec(tail)] b: Vec<u8> } }

    @one_option [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { a: u16, #[codec(tail)] b: Option<u16> } }
    another_option { struct T { a: u16, #[codec(tail)] b: Option<u16>, #[codec(tail)] c: Option<u8> } }
    required { struct T { a: u16, b: u16 } }
    narrower_option { struct T { a: u16, #[codec(tail)] b: Option<u8> } }
    wider_option { struct T { a: u16, #[codec(tail)] b: Option<u32> } }
    option_gone { struct T { a: u16 } }
    option_renamed { struct T { a: u16, #[codec(tail)] beta: Option<u16> } }
    before_option { struct T { a: u16, n: u8, #[codec(tail)] b: Option<u16> } }

    @rest [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { a: u16, #[codec(tail)] rest: Vec<u8> } }
    words { struct T { a: u16, #[codec(tail)] rest: Vec<u16> } }
    text { struct T { a: u16, #[codec(tail)] rest: String } }
    rest_gone { struct T { a: u16 } }
    before_rest { struct T { a: u16, n: u8, #[codec(tail)] rest: Vec<u8> } }
    rest_counted { struct T { a: u16, #[codec(len = u8)] rest: Vec<u8> } }
    rest_renamed { struct T { a: u16, #[codec(tail)] payload: Vec<u8> } }
}
