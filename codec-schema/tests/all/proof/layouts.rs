//! Lengths in bytes, padding, bits, terminated strings, adapters, and tags in other fields.

super::mutations! {
    @sized [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u8, tail, max = 8)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    wider_length {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u16, tail, max = 8)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    more_bytes {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u8, tail, max = 12)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    fewer_bytes {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u8, tail, max = 5)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    at_least_bytes {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u8, tail, min = 2, max = 8)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    without_length {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(len = u8, max = 8)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    wider_content {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u8, tail, max = 8)] list: Vec<u32>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    another_tail {
        struct P { x: u16, #[codec(tail)] more: Option<u16>, #[codec(tail)] yet: Option<u16> }
        struct T { #[codec(bytes = u8, tail, max = 8)] list: Vec<u16>, #[codec(bytes = u16)] p: P, end: u8 }
    }
    renamed_end {
        struct P { x: u16, #[codec(tail)] more: Option<u16> }
        struct T { #[codec(bytes = u8, tail, max = 8)] list: Vec<u16>, #[codec(bytes = u16)] p: P, last: u8 }
    }

    @computed [Bincode Postcard Borsh Sv2] {
        struct T { words: u8, #[codec(bytes = usize::from(words) * 2, tail)] options: Vec<u8>, end: u8 }
    }
    other_factor {
        struct T { words: u8, #[codec(bytes = usize::from(words) * 4, tail)] options: Vec<u8>, end: u8 }
    }
    a_prefix {
        struct T { words: u8, #[codec(bytes = u8, tail)] options: Vec<u8>, end: u8 }
    }

    @padded [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { a: u8, #[codec(pad_before = 3)] b: u32, #[codec(align = 4)] c: u16, #[codec(pad_after = 2)] d: u8 }
    }
    more_before {
        struct T { a: u8, #[codec(pad_before = 4)] b: u32, #[codec(align = 4)] c: u16, #[codec(pad_after = 2)] d: u8 }
    }
    less_after {
        struct T { a: u8, #[codec(pad_before = 3)] b: u32, #[codec(align = 4)] c: u16, #[codec(pad_after = 1)] d: u8 }
    }
    wider_alignment {
        struct T { a: u8, #[codec(pad_before = 3)] b: u32, #[codec(align = 16)] c: u16, #[codec(pad_after = 2)] d: u8 }
    }
    without_padding { struct T { a: u8, b: u32, #[codec(align = 4)] c: u16, #[codec(pad_after = 2)] d: u8 } }

    @bits [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { #[codec(bits = 4)] a: u8, #[codec(bits = 1)] b: bool, #[codec(bits = 11)] c: u16, end: u8 }
    }
    other_widths {
        struct T { #[codec(bits = 3)] a: u8, #[codec(bits = 1)] b: bool, #[codec(bits = 12)] c: u16, end: u8 }
    }
    lowest_first {
        #[codec(le)]
        struct T { #[codec(bits = 4)] a: u8, #[codec(bits = 1)] b: bool, #[codec(bits = 11)] c: u16, end: u8 }
    }
    wider_type {
        struct T { #[codec(bits = 4)] a: u32, #[codec(bits = 1)] b: u8, #[codec(bits = 11)] c: u16, end: u8 }
    }
    signed_type {
        struct T { #[codec(bits = 4)] a: u8, #[codec(bits = 1)] b: bool, #[codec(bits = 11)] c: i16, end: u8 }
    }
    bytes_of_their_own { struct T { a: u8, c: u8, end: u8 } }
    other_places {
        struct T { #[codec(bits = 1)] b: bool, #[codec(bits = 4)] a: u8, #[codec(bits = 11)] c: u16, end: u8 }
    }

    @ended [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { #[codec(until = b':')] name: String, #[codec(until = 0)] data: Vec<u8>, end: u8 }
    }
    other_end { struct T { #[codec(until = b';')] name: String, #[codec(until = 0)] data: Vec<u8>, end: u8 } }
    counted_name { struct T { #[codec(len = u8)] name: String, #[codec(until = 0)] data: Vec<u8>, end: u8 } }
    bytes_for_name { struct T { #[codec(until = b':')] name: Vec<u8>, #[codec(until = 0)] data: Vec<u8>, end: u8 } }
    renamed { struct T { #[codec(until = b':')] key: String, #[codec(until = 0)] data: Vec<u8>, end: u8 } }

    @to_the_last [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct Tlv { kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind == 255)] list: Vec<Tlv>, end: u8 }
    }
    another_last {
        struct Tlv { kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind == 0)] list: Vec<Tlv>, end: u8 }
    }
    another_name_in_the_closure {
        struct Tlv { kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |one| one.kind == 255)] list: Vec<Tlv>, end: u8 }
    }
    counted_to_the_last {
        struct Tlv { kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(len = u8)] list: Vec<Tlv>, end: u8 }
    }
    wider_length {
        struct Tlv { kind: u8, #[codec(len = u16)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind == 255)] list: Vec<Tlv>, end: u8 }
    }
    limited_data {
        struct Tlv { kind: u8, #[codec(len = u8, max = 3)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind == 255)] list: Vec<Tlv>, end: u8 }
    }
    no_data {
        struct Tlv { kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.data.is_empty())] list: Vec<Tlv>, end: u8 }
    }

    @to_the_last_or_the_end [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End), tail)] list: Vec<Choice> }
    }
    to_the_last_alone {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End))] list: Vec<Choice> }
    }
    to_the_end {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(tail)] list: Vec<Choice> }
    }
    to_one_of_two {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End | Choice::Nothing), tail)] list: Vec<Choice> }
    }
    one_choice_more {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16), More }
        struct T { #[codec(until = |one| matches!(one, Choice::End), tail)] list: Vec<Choice> }
    }

    @adapted [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T {
            #[codec(varint)] n: u32,
            #[codec(as = codec_core::field::Via<u16>)] halves: Halves,
            #[codec(as = (codec_core::field::Same, codec_core::field::Varint))] pair: (u8, u16),
            end: u8,
        }
    }
    wider_varint {
        struct T {
            #[codec(varint)] n: u64,
            #[codec(as = codec_core::field::Via<u16>)] halves: Halves,
            #[codec(as = (codec_core::field::Same, codec_core::field::Varint))] pair: (u8, u16),
            end: u8,
        }
    }
    fixed {
        struct T {
            n: u32,
            #[codec(as = codec_core::field::Via<u16>)] halves: Halves,
            #[codec(as = (codec_core::field::Same, codec_core::field::Varint))] pair: (u8, u16),
            end: u8,
        }
    }
    as_it_is {
        struct T {
            #[codec(varint)] n: u32,
            halves: u16,
            #[codec(as = (codec_core::field::Same, codec_core::field::Varint))] pair: (u8, u16),
            end: u8,
        }
    }
    another_wire_type {
        struct T {
            #[codec(varint)] n: u32,
            #[codec(as = codec_core::field::Via<u32>)] halves: Halves,
            #[codec(as = (codec_core::field::Same, codec_core::field::Varint))] pair: (u8, u16),
            end: u8,
        }
    }
    pair_without_adapter {
        struct T {
            #[codec(varint)] n: u32,
            #[codec(as = codec_core::field::Via<u16>)] halves: Halves,
            pair: (u8, u8),
            end: u8,
        }
    }

    @converted [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { value: FromU16, end: u8 }
    }
    the_wire_type { struct T { value: u16, end: u8 } }
    another_conversion { struct T { value: FromU32, end: u8 } }
    a_trial { struct T { value: TryFromU16, end: u8 } }

    @tagged [Bincode Postcard Borsh Compact Sv2] {
        #[codec(detached)]
        enum B { #[codec(value = 1)] One(u32), #[codec(value = 2)] Two(u8, u8) }
        struct T { kind: u8, middle: u8, #[codec(tag = kind)] body: B, end: u8 }
    }
    another_variant {
        #[codec(detached)]
        enum B { #[codec(value = 1)] One(u32), #[codec(value = 2)] Two(u8, u8), #[codec(value = 3)] Three }
        struct T { kind: u8, middle: u8, #[codec(tag = kind)] body: B, end: u8 }
    }
    another_field {
        #[codec(detached)]
        enum B { #[codec(value = 1)] One(u32), #[codec(value = 2)] Two(u8, u8) }
        struct T { kind: u8, middle: u8, #[codec(tag = middle)] body: B, end: u8 }
    }
    wider_variant {
        #[codec(detached)]
        enum B { #[codec(value = 1)] One(u64), #[codec(value = 2)] Two(u8, u8) }
        struct T { kind: u8, middle: u8, #[codec(tag = kind)] body: B, end: u8 }
    }
    its_own_tag {
        enum B { #[codec(value = 1)] One(u32), #[codec(value = 2)] Two(u8, u8) }
        struct T { kind: u8, middle: u8, body: B, end: u8 }
    }
    other_values {
        #[codec(detached)]
        enum B { #[codec(value = 2)] One(u32), #[codec(value = 1)] Two(u8, u8) }
        struct T { kind: u8, middle: u8, #[codec(tag = kind)] body: B, end: u8 }
    }
    keeps_unknown {
        #[codec(detached)]
        enum B { #[codec(value = 1)] One(u32), #[codec(value = 2)] Two(u8, u8), #[codec(other)] Other(u8, u8) }
        struct T { kind: u8, middle: u8, #[codec(tag = kind)] body: B, end: u8 }
    }
}
