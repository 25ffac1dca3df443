//! Every attribute, declared once: its name, the value that it takes, where it belongs,
//! what it changes, what it conflicts with, and what it means. Parsing, the diagnostics about
//! unknown and misplaced names, the rules on conflicting attributes, and the tables in the
//! docs are generated from this.
//!
//! A new attribute is an entry here, its code in `expand`, and a section of
//! `docs/derive.md`; a rule of its own, if it needs one, goes into `check`.

use crate::attr::entry::{Effect, Entry, On, attributes};

attributes! {
    /// The contents of `#[codec(..)]` on a type.
    TypeAttrs, TYPE, Type;

    "borrow" borrow: form, Type Code
        "generate the form that borrows from the input: `FooRef<'de>` with `DecodableRef`, \
         `Borrowable` for `Foo`, `Foo::to_ref`, `From<FooRef<'_>> for Foo`";
    "shared" shared: form, Type Code
        "generate `FooShared`, which keeps the input alive by reference counting, `Shareable` \
         for `Foo`, and `From<FooShared> for Foo`";
    "plain" plain: flag, Type Code, not ["borrow" "shared"]
        "it is its own borrowed and its own shared form";
    "push" push: flag, Type Code
        "a state machine that decodes from pieces: `PushDecode`, `Foo::push_decoder`";
    "schema" schema: flag, Type Code
        "its wire format as data: `Describe`, `Foo::SCHEMA`; of a frame header `DescribeHeader`";
    "id" id: expr("id = 0x1f"), Type Code
        "the id of this message: `Message` for the type and its forms";
    "flags" flags: expr("flags = 1"), Type Code, needs "id = .."
        "what the frame header carries besides the `id`";
    "messages" messages: flag, Enum Code,
        not ["id" "flags" "tag" "transparent" "be" "le" "check" "magic" "version"
             "readable_since" "bound" "plain" "push" "formats"]
        "every variant holds one message; dispatch by its id";
    "handler" handler: handler, Enum Code, needs "messages"
        "traits with a method for each message, and calls of the right one: `HandleFoo`, \
         `Foo::handle`";
    "tag" tag: tag("tag = u8"), Enum Wire
        "the width of the tag, in any format, and where the tags come from";
    "detached" detached: flag, Enum Code, not ["messages" "magic" "from" "try_from" "into"]
        "its content can also be read by a tag that another field holds";
    "transparent" transparent: flag, Struct Code,
        not ["tag" "be" "le" "check" "magic" "version" "readable_since"]
        "it has the encoding and the forms of its one field";
    "formats" formats: formats("formats(Sv2)"), Type Code, not ["transparent"]
        "whatever one of these formats can't carry is a compile error at the field";
    "context" context: adapter("context = Version"), Type Code,
        not ["messages" "transparent" "from" "try_from" "into"]
        "a value from outside the message, which expressions name `context`";
    "from" from: adapter("from = Wire"), Type Code,
        not ["try_from" "borrow" "shared" "messages" "transparent" "tag" "be" "le" "check" "magic"
             "version"]
        "it is decoded as another type and converted by `From`";
    "try_from" try_from: adapter("try_from = Wire"), Type Code,
        not ["borrow" "shared" "messages" "transparent" "tag" "be" "le" "check" "magic" "version"]
        "it is decoded as another type and converted by `TryFrom`";
    "into" into: adapter("into = Wire"), Type Code,
        not ["borrow" "shared" "messages" "transparent" "tag" "be" "le" "check" "magic" "version"]
        "it is converted by `From<&Self>` to another type and encoded as that";
    "remote" remote: adapter("remote = other::Type"), Type Code,
        not ["messages" "transparent" "detached" "version" "from" "try_from" "into"]
        "it is the adapter, for `as`, of a type of another crate that has the same fields";
    "be" be: flag, Type Wire, not ["le"]
        "integers of fixed width, big-endian";
    "le" le: flag, Type Wire
        "integers of fixed width, little-endian";
    "check" check: function("check = Self::is_valid"), Type Wire
        "a function or expression that validates the value";
    "magic" magic: expr("magic = b\"DIRT\""), Type Wire
        "constant bytes, or an integer, that must come first";
    "version" version: version("version = 2"), Struct Wire
        "version, length of the body, body: older and newer programs can read each other's \
         values";
    "readable_since" readable_since: version("readable_since = 2"), Struct Wire, needs "version = .."
        "the oldest version whose programs read its values; older ones refuse them";
    "bound" bound: bound("bound = \"T: Trait\""), Type Code
        "the bounds of the impls, instead of the inferred ones";
    "crate" runtime: path("crate = ::codec_core"), Type Code
        "where `codec_core` is, when it has another name";
}

attributes! {
    /// The contents of `#[codec(..)]` on a field.
    FieldAttrs, FIELD, Field;

    "borrow" borrow: flag, Field Code
        "borrow this field alone; in a type with a lifetime, decode it with `DecodableRef`";
    "own" own: flag, Field Code, not ["borrow" "skip" "with" "magic" "span"]
        "owned in every form: neither borrowed nor shared";
    "whole" whole: flag, Field Code, needs "push"
        "collect its bytes, in a type with `push`";
    "skip" skip: flag, Field Wire,
        not ["borrow" "with" "len" "max" "min" "be" "le" "check" "magic" "if" "count" "tail"
             "span" "since" "removed" "retired" "whole"]
        "not on the wire";
    "default" default: optional_function, Field Wire
        "its value when it is not on the wire";
    "with" with: module("with = path::to::module"), Field Wire,
        not ["len" "max" "min" "count" "tail"]
        "a module that encodes and decodes it";
    "as" adapter: adapter("as = Vec<Adapter>"), Field Wire,
        not ["with" "len" "max" "min" "count" "tail" "magic" "skip" "span" "varint" "until"]
        "an adapter that encodes and decodes it, or a collection of adapters";
    "varint" varint: flag, Field Wire,
        not ["with" "len" "max" "min" "count" "tail" "magic" "skip" "span" "be" "le" "until" "borrow"]
        "an integer as LEB128, in any format";
    "until" until: code("until = 0"), Field Wire,
        not ["with" "len" "max" "min" "count" "tail" "magic" "skip" "span"]
        "a string or bytes, up to a terminating byte; a sequence, up to an element that a closure \
         says is the last";
    "tag" tag: code("tag = kind"), Field Wire,
        not ["with" "as" "varint" "until" "len" "max" "min" "count" "tail" "magic" "skip" "span"]
        "an enum with `detached`, whose tag is this expression over the fields before it";
    "len" len: length("len = u16"), Field Wire
        "the width of its length prefix, in any format; signed, -1 is an `Option` without value";
    "max" max: code("max = 255"), Field Wire
        "the maximum of its length or count, checked when encoding and decoding";
    "min" min: code("min = 1"), Field Wire
        "the minimum of its length or count, checked when encoding and decoding";
    "count" count: code("count = width"), Field Wire, not ["len"]
        "its element count, from the fields before it; there is no prefix";
    "index" index: flag, Field Wire,
        not ["with" "as" "varint" "until" "tag" "bits" "magic" "skip" "tail" "span"]
        "a table of offsets before its elements, so that borrowed ones are found in constant time";
    "computed" computed: code("computed = body.len()"), Field Wire,
        not ["skip" "default" "magic" "tail" "span" "since" "removed" "retired" "bytes"
             "pad_before" "pad_after" "align"]
        "its value is computed from the other fields when encoding, and verified when decoding";
    "bytes" bytes: extent("bytes = u16"), Field Wire, not ["skip" "magic" "span" "removed" "retired"]
        "the length of its content in bytes: the width of a prefix, or an expression over the \
         fields before it";
    "be" be: flag, Field Wire, not ["le"]
        "its integers of fixed width, big-endian";
    "le" le: flag, Field Wire
        "its integers of fixed width, little-endian";
    "pad_before" pad_before: code("pad_before = 2"), Field Wire,
        not ["skip" "span" "removed" "retired" "since" "bits"]
        "that many zero bytes before it";
    "pad_after" pad_after: code("pad_after = 2"), Field Wire,
        not ["skip" "span" "removed" "retired" "since" "bits"]
        "that many zero bytes after it";
    "align" align: code("align = 4"), Field Wire,
        not ["skip" "span" "removed" "retired" "since" "bits"]
        "zero bytes before it, up to a multiple of this, counted from the first field";
    "bits" bits: code("bits = 4"), Field Wire,
        not ["borrow" "own" "whole" "skip" "default" "with" "as" "varint" "until" "tag" "len" "max"
             "min" "count" "bytes" "be" "le" "check" "magic" "if" "tail" "span" "since" "removed"
             "retired"]
        "that many bits of the bytes which it shares with the fields next to it";
    "check" check: function("check = path::to::predicate"), Field Wire
        "a function or expression that validates its value";
    "magic" magic: expr("magic = b\"DIRT\""), Field Wire,
        not ["borrow" "default" "with" "len" "max" "min" "check" "if" "count" "tail"]
        "constant bytes, or an integer, required at this place; the field has type `()`";
    "if" condition: code("if = flags & 1 != 0"), Field Wire,
        not ["since" "removed" "retired"]
        "an `Option` that is present when an expression over the fields before it is true; beside \
         `default`, another type";
    "tail" tail: flag, Field Wire, not ["len" "max" "min" "count" "if" "pad_after"]
        "the rest of the input; the last field";
    "span" span: span, Field Wire,
        not ["borrow" "default" "with" "len" "max" "min" "be" "le" "check" "magic" "if" "count"
             "tail" "since" "removed" "retired" "whole"]
        "not on the wire: the position of other fields in the input";
    "id" id: flag, Field Header, not ["payload_len" "flags" "magic" "default"]
        "in a frame header: the id of the message";
    "payload_len" payload_len: flag, Field Header, not ["flags" "magic" "default"]
        "in a frame header: the length of the payload in bytes";
    "includes" includes: expr("includes = 4"), Field Header, not ["id" "flags" "magic" "default"]
        "beside `payload_len`: how many bytes the length counts beside the payload";
    "flags" flags: flag, Field Header, not ["magic" "default"]
        "in a frame header: the flags of the message";
    "since" since: version("since = 2"), Field Wire, needs "version = .."
        "the first version that has it";
    "removed" removed: version("removed = 3"), Field Wire, not ["retired"], needs "version = .."
        "the first version that no longer has it";
    "retired" retired: version("retired = 3"), Field Wire, needs "version = .."
        "the first version that writes its default";
}

attributes! {
    /// The contents of `#[codec(..)]` on a variant.
    VariantAttrs, VARIANT, Variant;

    "value" value: code("value = 3"), Variant Wire
        "its tag, or a range of tags, of which the first field keeps one";
    "other" other: flag, Variant Wire, not ["value"]
        "keeps an unknown tag; in an enum of messages, an unknown id and the payload";
    "from" from: side("from = client"), Variant Code, needs "handler"
        "in an enum of messages with `handler`, the side that alone sends it";
}

/// All of them: those of types, of fields, and of variants.
pub(crate) fn all() -> impl Iterator<Item = &'static Entry> {
    TYPE.iter().chain(FIELD).chain(VARIANT)
}

#[cfg(test)]
mod tests {
    use super::{Effect, FIELD, TYPE, VARIANT};

    #[test]
    fn an_attribute_is_declared_once_at_a_place_and_contradicts_those_that_are() {
        for entries in [TYPE, FIELD, VARIANT] {
            let declared = |name| entries.iter().filter(|entry| entry.name == name).count();
            for entry in entries {
                assert_eq!(declared(entry.name), 1, "{}", entry.name);
                for name in entry.not {
                    assert_eq!(declared(*name), 1, "{}: {name}", entry.name);
                }
            }
        }
    }

    #[test]
    fn attributes_of_the_wire_exclude_those_that_leave_it_to_another_type() {
        for other in TYPE.iter().filter(|entry| ["messages", "transparent"].contains(&entry.name)) {
            for entry in TYPE.iter().filter(|entry| entry.effect == Effect::Wire) {
                assert!(other.not.contains(&entry.name), "{}: {}", other.name, entry.name);
            }
        }
    }
}
