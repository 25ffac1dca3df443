//! Variants that are added, removed, moved, or given other tags.

super::mutations! {
    @tagged [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { #[codec(tag = u8)] enum T { A, B { x: u16 }, C } }
    add_variant { #[codec(tag = u8)] enum T { A, B { x: u16 }, C, D } }
    add_first_variant { #[codec(tag = u8)] enum T { Z, A, B { x: u16 }, C } }
    remove_variant { #[codec(tag = u8)] enum T { A, B { x: u16 } } }
    swap_variants { #[codec(tag = u8)] enum T { C, B { x: u16 }, A } }
    rename_variant { #[codec(tag = u8)] enum T { A, B { x: u16 }, Gamma } }
    new_tag { #[codec(tag = u8)] enum T { A, B { x: u16 }, #[codec(value = 9)] C } }
    same_tags { #[codec(tag = u8)] enum T { A, #[codec(value = 1)] B { x: u16 }, #[codec(value = 2)] C } }
    moved_with_tags {
        #[codec(tag = u8)]
        enum T { #[codec(value = 2)] C, #[codec(value = 0)] A, #[codec(value = 1)] B { x: u16 } }
    }
    add_field { #[codec(tag = u8)] enum T { A, B { x: u16, y: u8 }, C } }
    remove_field { #[codec(tag = u8)] enum T { A, B {}, C } }
    rename_field { #[codec(tag = u8)] enum T { A, B { chi: u16 }, C } }
    widen_field { #[codec(tag = u8)] enum T { A, B { x: u32 }, C } }
    unit_to_field { #[codec(tag = u8)] enum T { A { n: u8 }, B { x: u16 }, C } }
    wider_tag { #[codec(tag = u16)] enum T { A, B { x: u16 }, C } }
    varint_tag { #[codec(tag = varint)] enum T { A, B { x: u16 }, C } }
    big_endian_content { #[codec(tag = u8, be)] enum T { A, B { x: u16 }, C } }
    add_other { #[codec(tag = u8)] enum T { A, B { x: u16 }, C, #[codec(other)] Unknown(u8) } }
    split { #[codec(tag = u8)] enum T { A, B { x: u16 }, C, D { y: u8 }, E } }

    @keeping [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { #[codec(tag = u8)] enum T { A, B { x: u16 }, #[codec(other)] Unknown(u8) } }
    learn_unit { #[codec(tag = u8)] enum T { A, B { x: u16 }, C, #[codec(other)] Unknown(u8) } }
    learn_fields { #[codec(tag = u8)] enum T { A, B { x: u16 }, C { y: u8 }, #[codec(other)] Unknown(u8) } }
    forget_unit { #[codec(tag = u8)] enum T { #[codec(value = 1)] B { x: u16 }, #[codec(other)] Unknown(u8) } }
    forget_fields { #[codec(tag = u8)] enum T { A, #[codec(other)] Unknown(u8) } }
    without_other { #[codec(tag = u8)] enum T { A, B { x: u16 } } }
    wider_other { #[codec(tag = u8)] enum T { A, B { x: u16 }, #[codec(other)] Unknown(u16) } }

    @own_tag (Bincode BincodeVarint Postcard Borsh Compact Sv2) { enum T { A, B { x: u16 } } }
    tag_u8 { #[codec(tag = u8)] enum T { A, B { x: u16 } } }
    tag_u32 { #[codec(tag = u32)] enum T { A, B { x: u16 } } }
    tag_varint { #[codec(tag = varint)] enum T { A, B { x: u16 } } }
    own_tag_added { enum T { A, B { x: u16 }, C } }

    @inside [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { kind: Kind, after: u16 }
        #[codec(tag = u8)] enum Kind { A, B { x: u16 } }
    }
    inside_added {
        struct T { kind: Kind, after: u16 }
        #[codec(tag = u8)] enum Kind { A, B { x: u16 }, C }
    }
    inside_swapped {
        struct T { kind: Kind, after: u16 }
        #[codec(tag = u8)] enum Kind { #[codec(value = 1)] A, #[codec(value = 0)] B { x: u16 } }
    }
    inside_to_number { struct T { kind: u8, after: u16 } }

    @sometimes [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] { struct T { flags: u8, #[codec(if = flags & 1 != 0)] number: Option<u16> } }
    other_bit { struct T { flags: u8, #[codec(if = flags & 2 != 0)] number: Option<u16> } }
    always { struct T { flags: u8, number: u16 } }
    never { struct T { flags: u8 } }
    wider_when_there { struct T { flags: u8, #[codec(if = flags & 1 != 0)] number: Option<u32> } }
    another_when {
        struct T {
            flags: u8,
            #[codec(if = flags & 1 != 0)] number: Option<u16>,
            #[codec(if = flags & 2 != 0)] more: Option<u8>,
        }
    }
}
