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

/// The attribute of this name, if another crate has it.
pub(super) fn foreign(name: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|known| known.names.contains(&name))
}

/// Declares them: the crates, the names there, and what is written here.
macro_rules! foreign {
    ($($of:literal: $($name:literal)+ => $here:literal;)*) => {
        /// All of them.
        pub(crate) const FOREIGN: &[Foreign] =
            &[$(Foreign { names: &[$($name),+], of: $of, here: $here }),*];
    };
}

foreign! {
    "serde": "rename" "rename_all" "rename_all_fields" "alias" "expecting"
        => "remove it: no name is on the wire, and traces show those of Rust";
    "serde": "flatten"
        => "remove it: the fields of a nested struct are on the wire in its place, with nothing \
            around them";
    "serde": "skip_serializing_if"
        => "write `if = ..` on an `Option`, with what the fields before it say, or `tail` at the \
            end: a reader must know which fields are there";
    "serde": "skip_serializing" "skip_deserializing"
        => "write `skip`, which holds both ways, or `removed = ..` in a struct with a version";
    "revision": "start" "end"
        => "write `since = ..` or `removed = ..`, and `readable_since = ..` on a type that older \
            programs can't read";
    "serde and borsh": "serialize_with" "deserialize_with"
        => "write `with = module`, with the functions `size`, `encoded_len`, `encode` and \
            `decode` in it";
    "serde": "untagged" "content" "field_identifier" "variant_identifier"
        => "write `tag = ..`: bytes don't tell which variant they are, unless a tag does";
    "serde": "deny_unknown_fields"
        => "remove it: nothing may be left after a value, unless `from_slice_prefix` is called";
    "serde and rkyv": "getter"
        => "write `with = module`, whose `encode` may call it";
    "bincode and bitcode": "with_serde"
        => "wrap the value in `codec_core::serde_bridge::Serde`, or write `with = module`";
    "bincode": "bounds"
        => "write `bound = \"..\"`";
        "bincode, rkyv and parity-scale-codec": "encode_bounds" "serialize_bounds"
        "encode_bound" "bound_serialize"
        => "write `bound(encode = \"..\")`";
        "bincode, rkyv and parity-scale-codec": "decode_bounds" "deserialize_bounds"
        "decode_bound" "decode_with_mem_tracking_bound"
        => "write `bound(decode = \"..\")`";
    "bincode and rkyv": "borrow_decode_bounds" "archive_bounds"
        => "write `bound(borrow = \"..\")`";
        "rkyv, parity-scale-codec and bitcode": "omit_bounds" "dumb_trait_bound" "mel_bound"
        "bound_type"
        => "remove it: types of fields are never bound, so that a type may contain itself; `bound \
            = \"\"` omits what is inferred of parameters";
        "bincode, deku and binrw": "decode_context" "ctx" "ctx_default" "args" "args_raw"
        "import" "import_raw"
        => "put what decoding depends on before the field, and refer to it in `if`, `count` or \
            `check`; for what comes from outside, write `context = ..`";
    "borsh": "use_discriminant"
        => "write `tag = discriminant`";
    "borsh": "init"
        => "write `check = ..` on the type, or make what is computed a field with `skip, default \
            = ..`";
    "rkyv": "archived" "resolver" "archive" "copy_optimization" "niche" "inline"
        => "remove it: `borrow` generates the form that reads in place, and `borrow(name = \
            \"..\")` names it";
    "rkyv": "derive" "attr" "compare" "bytecheck"
        => "write `borrow(derive(..))`; a borrowed form is checked while it is decoded";
    "deku and binrw": "endian" "id_endian" "big" "little" "is_big" "is_little"
        => "write `be` or `le`";
    "deku, binrw, speedy and wincode": "id_type" "repr" "tag_type" "tag_encoding"
        => "write `tag = u8`, or another width";
    "parity-scale-codec and deku": "index" "id_pat" "discriminator"
        => "write `value = ..` on the variant, and `other` on the one that takes all other tags";
    "parity-scale-codec": "compact"
        => "write `varint`";
    "parity-scale-codec": "encoded_as"
        => "write `as = Adapter`, with `EncodeWith` and `DecodeWith` for it";
    "speedy": "length" "length_type" "bits_len"
        => "write `count = ..` for a length from other fields, `len = u16` for the width of a \
            prefix";
    "deku and speedy": "read_all" "default_on_eof" "at_least"
        => "write `tail` on the last field";
    "deku": "cond"
        => "write `if = ..` on an `Option`";
    "deku and binrw": "assert" "assert_eq" "pre_assert"
        => "write `check = ..`, or `magic = ..` for a constant";
    "deku": "pad_bytes_before" "pad_bits_before" "pad_bytes_after" "pad_bits_after"
        => "write `pad_before = ..` or `pad_after = ..`, in bytes";
    "binrw": "align_before" "align_after"
        => "write `align = ..` on the field that is to begin at a multiple";
    "binrw": "pad_size_to"
        => "put the value and a `Vec<u8>` with `tail` into a struct, and write `bytes = ..` on \
            its field";
    "deku": "bit_order"
        => "write `le` on the type: its first field with `bits` is the lowest then";
    "deku": "bytes_read" "bits_read"
        => "write `bytes = ..` for a length in bytes, from a prefix or other fields";
    "speedy": "constant_prefix"
        => "write `magic = ..`";
    "deku and binrw": "map" "try_map" "parse_with" "write_with" "reader" "writer" "map_stream"
        => "write `with = module` or `as = Adapter`, or `from = ..` and `into = ..` on the type";
    "deku and binrw": "temp" "temp_value" "update" "calc" "try_calc" "ignore"
        => "write `computed = ..`: the field stays, and what is written is computed";
        "deku and binrw": "seek_before" "seek_from_current" "seek_from_start" "seek_from_end"
        "seek_rewind" "restore_position" "offset" "deref_now" "postprocess_now"
        => "remove it: a value is read from its first byte to its last; `span` tells where fields \
            lay";
    "binrw": "dbg" "err_context" "return_all_errors" "return_unexpected_error" "stream"
        => "remove it: `Format::explain` names the field and shows the bytes";
    "earlier versions": "small"
        => "remove it: the feature `optimize_for_size` of codec-core chooses smaller code";
    "wincode": "assert_zero_copy" "struct_extensions"
        => "remove it: runs of integers are copied at once without being told";
}

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
