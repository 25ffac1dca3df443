//! Sequences that end with an element: other conditions, other elements, another end.

super::mutations! {
    @by_a_number [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200)] list: Vec<Tlv>, end: u8 }
    }
    next_number {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 201)] list: Vec<Tlv>, end: u8 }
    }
    the_number_itself_as_well {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind >= 200)] list: Vec<Tlv>, end: u8 }
    }
    below {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind < 200)] list: Vec<Tlv>, end: u8 }
    }
    equal {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind == 200)] list: Vec<Tlv>, end: u8 }
    }
    unequal {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind != 200)] list: Vec<Tlv>, end: u8 }
    }
    denied {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| !(tlv.kind > 200 && tlv.flags > 0))] list: Vec<Tlv>, end: u8 }
    }
    other_field {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.flags > 200)] list: Vec<Tlv>, end: u8 }
    }
    and_no_data {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200 && tlv.data.is_empty())] list: Vec<Tlv>, end: u8 }
    }
    or_no_data {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200 || tlv.data.is_empty())] list: Vec<Tlv>, end: u8 }
    }
    wider_kind {
        struct Tlv { kind: u16, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200)] list: Vec<Tlv>, end: u8 }
    }
    fields_exchanged {
        struct Tlv { flags: u8, kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200)] list: Vec<Tlv>, end: u8 }
    }
    a_field_more {
        struct Tlv { kind: u8, flags: u8, more: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200)] list: Vec<Tlv>, end: u8 }
    }
    a_field_less {
        struct Tlv { kind: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200)] list: Vec<Tlv>, end: u8 }
    }
    renamed_list {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind > 200)] options: Vec<Tlv>, end: u8 }
    }
    one_alone {
        struct Tlv { kind: u8, flags: u8, #[codec(len = u8)] data: Vec<u8> }
        struct T { list: Tlv, end: u8 }
    }

    @counted [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { stop: u8, other: u8, #[codec(len = u8, max = 5)] list: Vec<u16>, end: u8 }
    }
    to_a_number {
        struct T { stop: u8, other: u8, #[codec(until = |one| *one == 0)] list: Vec<u16>, end: u8 }
    }
    to_another_field {
        struct T { stop: u8, other: u8, #[codec(until = |one| *one == u16::from(stop))] list: Vec<u16>, end: u8 }
    }

    @to_zero [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { #[codec(until = |one| *one == 0)] list: Vec<u16>, end: u8 }
    }
    to_one {
        struct T { #[codec(until = |one| *one == 1)] list: Vec<u16>, end: u8 }
    }
    wider_elements {
        struct T { #[codec(until = |one| *one == 0)] list: Vec<u32>, end: u8 }
    }
    narrower_elements {
        struct T { #[codec(until = |one| *one == 0)] list: Vec<u8>, end: u8 }
    }
    to_a_bit {
        struct T { #[codec(until = |one| *one & 1 == 0)] list: Vec<u16>, end: u8 }
    }

    @to_a_constant [Bincode Postcard Borsh Sv2] {
        use crate::proof::prelude::seven::LAST;
        struct T { #[codec(until = |one| *one == LAST)] list: Vec<u8>, end: u8 }
    }
    of_another_value {
        use crate::proof::prelude::eight::LAST;
        struct T { #[codec(until = |one| *one == LAST)] list: Vec<u8>, end: u8 }
    }
    of_the_same_value {
        use crate::proof::prelude::seven::LAST;
        struct T { #[codec(until = |one| *one == LAST)] list: Vec<u8>, last: u8 }
    }

    @to_a_field [Bincode BincodeVarint Postcard Borsh Compact Sv2] {
        struct T { stop: u8, other: u8, #[codec(until = |one| *one == stop)] list: Vec<u8>, end: u8 }
    }
    to_the_other {
        struct T { stop: u8, other: u8, #[codec(until = |one| *one == other)] list: Vec<u8>, end: u8 }
    }
    fields_before_exchanged {
        struct T { other: u8, stop: u8, #[codec(until = |one| *one == stop)] list: Vec<u8>, end: u8 }
    }
    a_wider_field_before {
        struct T { stop: u16, other: u8, #[codec(until = |one| u16::from(*one) == stop)] list: Vec<u8>, end: u8 }
    }

    @by_a_part [Bincode Postcard Borsh Compact Sv2] {
        struct Head { kind: u8, last: bool }
        struct Tlv { head: Head, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.head.last)] list: Vec<Tlv>, end: u8 }
    }
    by_its_absence {
        struct Head { kind: u8, last: bool }
        struct Tlv { head: Head, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| !tlv.head.last)] list: Vec<Tlv>, end: u8 }
    }
    by_another_part {
        struct Head { kind: u8, last: bool }
        struct Tlv { head: Head, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.head.kind == 0)] list: Vec<Tlv>, end: u8 }
    }
    parts_in_place {
        struct Tlv { kind: u8, last: bool, #[codec(len = u8)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.last)] list: Vec<Tlv>, end: u8 }
    }

    @by_length [Bincode BincodeVarint Postcard Borsh Compact Sv2] {
        struct Label { #[codec(len = u8)] text: Vec<u8> }
        struct T { #[codec(until = |label| label.text.is_empty())] labels: Vec<Label>, end: u8 }
    }
    by_one_byte {
        struct Label { #[codec(len = u8)] text: Vec<u8> }
        struct T { #[codec(until = |label| label.text.len() == 1)] labels: Vec<Label>, end: u8 }
    }
    by_few_bytes {
        struct Label { #[codec(len = u8)] text: Vec<u8> }
        struct T { #[codec(until = |label| label.text.len() < 2)] labels: Vec<Label>, end: u8 }
    }
    with_a_limit {
        struct Label { #[codec(len = u8, max = 6)] text: Vec<u8> }
        struct T { #[codec(until = |label| label.text.is_empty())] labels: Vec<Label>, end: u8 }
    }

    @by_a_variant [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End))] list: Vec<Choice>, end: u8 }
    }
    by_another_variant {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::Nothing))] list: Vec<Choice>, end: u8 }
    }
    by_one_with_a_field {
        #[codec(tag = u8)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::Size(_)))] list: Vec<Choice>, end: u8 }
    }
    variants_exchanged {
        #[codec(tag = u8)] enum Choice { Nothing, End, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End))] list: Vec<Choice>, end: u8 }
    }
    a_wider_tag {
        #[codec(tag = u16)] enum Choice { End, Nothing, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End))] list: Vec<Choice>, end: u8 }
    }
    a_variant_less {
        #[codec(tag = u8)] enum Choice { End, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::End))] list: Vec<Choice>, end: u8 }
    }
    names_exchanged_in_both {
        #[codec(tag = u8)] enum Choice { Nothing, End, Size(u16) }
        struct T { #[codec(until = |one| matches!(one, Choice::Nothing))] list: Vec<Choice>, end: u8 }
    }

    @within_a_length [Bincode Postcard Borsh Compact Sv2] {
        struct Tlv { kind: u8, #[codec(len = u8, max = 9)] data: Vec<u8> }
        struct T { #[codec(bytes = u16, until = |tlv| tlv.kind == 0, tail)] list: Vec<Tlv>, end: u8 }
    }
    with_a_last {
        struct Tlv { kind: u8, #[codec(len = u8, max = 9)] data: Vec<u8> }
        struct T { #[codec(bytes = u16, until = |tlv| tlv.kind == 0)] list: Vec<Tlv>, end: u8 }
    }
    without_a_last {
        struct Tlv { kind: u8, #[codec(len = u8, max = 9)] data: Vec<u8> }
        struct T { #[codec(bytes = u16, tail)] list: Vec<Tlv>, end: u8 }
    }
    without_a_length {
        struct Tlv { kind: u8, #[codec(len = u8, max = 9)] data: Vec<u8> }
        struct T { #[codec(until = |tlv| tlv.kind == 0)] list: Vec<Tlv>, end: u8 }
    }
    a_shorter_length {
        struct Tlv { kind: u8, #[codec(len = u8, max = 9)] data: Vec<u8> }
        struct T { #[codec(bytes = u8, until = |tlv| tlv.kind == 0, tail)] list: Vec<Tlv>, end: u8 }
    }
}
