//! Attributes of other crates' derives, which users of those may try first: what does the same
//! here, or why nothing does. The diagnostic and the table in `docs/derive.md` are made from this.

/// An attribute that is known elsewhere.
pub(crate) struct Foreign {
    /// Its names.
    pub(crate) names: &'static [&'static str],
    /// The crates that have it.
    pub(crate) of: &'static str,
    /// The advice on what to use instead.
    pub(crate) here: &'static str,
}

const fn foreign_to(
    names: &'static [&'static str],
    of: &'static str,
    here: &'static str,
) -> Foreign {
    Foreign { names, of, here }
}

/// The attribute of this name, if another crate has it.
pub(super) fn foreign(name: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|known| known.names.contains(&name))
}

/// All of them.
pub(crate) const FOREIGN: &[Foreign] = &[
    foreign_to(
        &["rename", "rename_all", "rename_all_fields", "alias", "expecting"],
        "serde",
        "remove it: no name is on the wire, and traces show those of Rust",
    ),
    foreign_to(
        &["flatten"],
        "serde",
        "remove it: the fields of a nested struct are on the wire in its place, with nothing around them",
    ),
    foreign_to(
        &["skip_serializing_if"],
        "serde",
        "write `if = ..` on an `Option`, with what the fields before it say, or `tail` at the end: a reader must know which fields are there",
    ),
    foreign_to(
        &["skip_serializing", "skip_deserializing"],
        "serde",
        "write `skip`, which holds both ways, or `removed = ..` in a struct with a version",
    ),
    foreign_to(
        &["start", "end"],
        "revision",
        "write `since = ..` or `removed = ..`, and `readable_since = ..` on a type that older programs can't read",
    ),
    foreign_to(
        &["serialize_with", "deserialize_with"],
        "serde and borsh",
        "write `with = module`, with the functions `size`, `encoded_len`, `encode` and `decode` in it",
    ),
    foreign_to(
        &["untagged", "content", "field_identifier", "variant_identifier"],
        "serde",
        "write `tag = ..`: bytes don't tell which variant they are, unless a tag does",
    ),
    foreign_to(
        &["deny_unknown_fields"],
        "serde",
        "remove it: nothing may be left after a value, unless `from_slice_prefix` is called",
    ),
    foreign_to(&["getter"], "serde and rkyv", "write `with = module`, whose `encode` may call it"),
    foreign_to(
        &["with_serde"],
        "bincode and bitcode",
        "wrap the value in `codec_core::serde_bridge::Serde`, or write `with = module`",
    ),
    foreign_to(&["bounds"], "bincode", "write `bound = \"..\"`"),
    foreign_to(
        &["encode_bounds", "serialize_bounds", "encode_bound", "bound_serialize"],
        "bincode, rkyv and parity-scale-codec",
        "write `bound(encode = \"..\")`",
    ),
    foreign_to(
        &["decode_bounds", "deserialize_bounds", "decode_bound", "decode_with_mem_tracking_bound"],
        "bincode, rkyv and parity-scale-codec",
        "write `bound(decode = \"..\")`",
    ),
    foreign_to(
        &["borrow_decode_bounds", "archive_bounds"],
        "bincode and rkyv",
        "write `bound(borrow = \"..\")`",
    ),
    foreign_to(
        &["omit_bounds", "dumb_trait_bound", "mel_bound", "bound_type"],
        "rkyv, parity-scale-codec and bitcode",
        "remove it: types of fields are never bound, so that a type may contain itself; `bound = \"\"` omits what is inferred of parameters",
    ),
    foreign_to(
        &["decode_context", "ctx", "ctx_default", "args", "args_raw", "import", "import_raw"],
        "bincode, deku and binrw",
        "put what decoding depends on before the field, and refer to it in `if`, `count` or `check`; for what comes from outside, write `context = ..`",
    ),
    foreign_to(&["use_discriminant"], "borsh", "write `tag = discriminant`"),
    foreign_to(
        &["init"],
        "borsh",
        "write `check = ..` on the type, or make what is computed a field with `skip, default = ..`",
    ),
    foreign_to(
        &["archived", "resolver", "archive", "copy_optimization", "niche", "inline"],
        "rkyv",
        "remove it: `borrow` generates the form that reads in place, and `borrow(name = \"..\")` names it",
    ),
    foreign_to(
        &["derive", "attr", "compare", "bytecheck"],
        "rkyv",
        "write `borrow(derive(..))`; a borrowed form is checked while it is decoded",
    ),
    foreign_to(
        &["endian", "id_endian", "big", "little", "is_big", "is_little"],
        "deku and binrw",
        "write `be` or `le`",
    ),
    foreign_to(
        &["id_type", "repr", "tag_type", "tag_encoding"],
        "deku, binrw, speedy and wincode",
        "write `tag = u8`, or another width",
    ),
    foreign_to(
        &["index", "id_pat", "discriminator"],
        "parity-scale-codec and deku",
        "write `value = ..` on the variant, and `other` on the one that takes all other tags",
    ),
    foreign_to(&["compact"], "parity-scale-codec", "write `varint`"),
    foreign_to(
        &["encoded_as"],
        "parity-scale-codec",
        "write `as = Adapter`, with `EncodeWith` and `DecodeWith` for it",
    ),
    foreign_to(
        &["length", "length_type", "bits_len"],
        "speedy",
        "write `count = ..` for a length from other fields, `len = u16` for the width of a prefix",
    ),
    foreign_to(
        &["read_all", "default_on_eof", "at_least"],
        "deku and speedy",
        "write `tail` on the last field",
    ),
    foreign_to(&["cond"], "deku", "write `if = ..` on an `Option`"),
    foreign_to(
        &["assert", "assert_eq", "pre_assert"],
        "deku and binrw",
        "write `check = ..`, or `magic = ..` for a constant",
    ),
    foreign_to(
        &["pad_bytes_before", "pad_bits_before", "pad_bytes_after", "pad_bits_after"],
        "deku",
        "write `pad_before = ..` or `pad_after = ..`, in bytes",
    ),
    foreign_to(
        &["align_before", "align_after"],
        "binrw",
        "write `align = ..` on the field that is to begin at a multiple",
    ),
    foreign_to(
        &["pad_size_to"],
        "binrw",
        "put the value and a `Vec<u8>` with `tail` into a struct, and write `bytes = ..` on its field",
    ),
    foreign_to(
        &["bit_order"],
        "deku",
        "write `le` on the type: its first field with `bits` is the lowest then",
    ),
    foreign_to(
        &["bytes_read", "bits_read"],
        "deku",
        "write `bytes = ..` for a length in bytes, from a prefix or other fields",
    ),
    foreign_to(&["constant_prefix"], "speedy", "write `magic = ..`"),
    foreign_to(
        &["map", "try_map", "parse_with", "write_with", "reader", "writer", "map_stream"],
        "deku and binrw",
        "write `with = module` or `as = Adapter`, or `from = ..` and `into = ..` on the type",
    ),
    foreign_to(
        &["temp", "temp_value", "update", "calc", "try_calc", "ignore"],
        "deku and binrw",
        "write `computed = ..`: the field stays, and what is written is computed",
    ),
    foreign_to(
        &[
            "seek_before",
            "seek_from_current",
            "seek_from_start",
            "seek_from_end",
            "seek_rewind",
            "restore_position",
            "offset",
            "deref_now",
            "postprocess_now",
        ],
        "deku and binrw",
        "remove it: a value is read from its first byte to its last; `span` tells where fields lay",
    ),
    foreign_to(
        &["dbg", "err_context", "return_all_errors", "return_unexpected_error", "stream"],
        "binrw",
        "remove it: `Format::explain` names the field and shows the bytes",
    ),
    foreign_to(
        &["assert_zero_copy", "struct_extensions"],
        "wincode",
        "remove it: runs of integers are copied at once without being told",
    ),
];

#[cfg(test)]
mod tests {
    use super::FOREIGN;

    /// Theirs on a variant, ours on a field.
    const OF_VARIANTS: &[&str] = &["index"];

    #[test]
    fn a_name_is_listed_once_and_is_not_one_of_ours() {
        let names: Vec<_> = FOREIGN.iter().flat_map(|known| known.names).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
            let ours = crate::attr::all().any(|entry| entry.name == **name);
            assert_eq!(ours, OF_VARIANTS.contains(name), "{name}");
        }
    }
}
