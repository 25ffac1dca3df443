//! Every diagnostic of the derives: what is wrong, and what to write instead.
//! `{0}`, `{1}` are replaced by the user's own names.

use core::fmt::Display;

/// One entry of the catalogue.
pub(crate) struct Diagnostic {
    /// The mistake.
    message: &'static str,
    /// The advice on what to write instead.
    help: &'static str,
}

impl Diagnostic {
    /// The message that the compiler shows.
    pub(crate) fn text(&self, names: &[&dyn Display]) -> String {
        let mut text = format!("{}\n  help: {}", self.message, self.help);
        for (index, name) in names.iter().enumerate() {
            text = text.replace(&format!("{{{index}}}"), &name.to_string());
        }
        text
    }
}

macro_rules! catalogue {
    ($($name:ident: $message:literal => $help:literal;)*) => {
        $(
            #[doc = $message]
            pub(crate) const $name: Diagnostic = Diagnostic { message: $message, help: $help };
        )*

        /// All of them, by name.
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, Diagnostic)] = &[$((stringify!($name), $name)),*];
    };
}

catalogue! {
    NOT_A_LIST: "`codec` takes a list in parentheses"
        => "write `#[codec(borrow)]`, for example";
    EMPTY_LIST: "this attribute is empty"
        => "name an attribute in it, or remove it";
    UNKNOWN_ATTRIBUTE: "`{0}` is not an attribute of codec"
        => "{1}";
    FOREIGN_ATTRIBUTE: "`{0}` is an attribute of {1}"
        => "{2}";
    BOUND_OF: "`bound` has no part `{0}`"
        => "write `bound = \"..\"`, or `bound(encode = \"..\", decode = \"..\", borrow = \"..\", shared = \"..\")`";
    MISPLACED_ATTRIBUTE: "`{0}` does not belong on a {1}"
        => "put it on a {2}";
    DUPLICATE_ATTRIBUTE: "`{0}` is given twice"
        => "remove one of the two";
    UNEXPECTED_VALUE: "`{0}` takes no value"
        => "write `{0}` alone";
    MISSING_VALUE: "`{0}` needs a value"
        => "write `{1}`";
    UNION: "a union does not know which of its fields is valid"
        => "use a struct, or implement `Encode` and `Decodable` by hand";
    PACKED: "the fields of a packed struct can't be borrowed"
        => "remove `packed`: the wire layout does not depend on the layout in memory";
    MESSAGES_ON_STRUCT: "`messages` is for an enum of messages"
        => "write `id = ..` to make the struct a message";
    MESSAGES_EMPTY: "an enum of messages needs a message"
        => "add a variant: `Ping(Ping)`";
    MESSAGES_GENERIC: "an enum of messages can't be generic"
        => "name concrete types in its variants";
    MESSAGES_WITH_ID: "`{0}` belongs to each message of the enum"
        => "put it on the structs that the variants hold";
    MESSAGE_VARIANT: "variant `{0}` must hold exactly one message"
        => "write `{0}(TypeOfTheMessage)`";
    MESSAGE_TWICE: "variant `{0}` holds the same message as `{1}`, so it is unreachable"
        => "remove it, or give it a message type of its own";
    HANDLER_OPTION: "`handler` takes nothing but `async`"
        => "write `handler`, or `handler(async)` for traits whose methods return futures as well";
    FROM_THIRD_SIDE: "a connection has two sides, and `{0}` is a third, after `{1}` and `{2}`"
        => "write one of those two; without `from`, either side may send the message";
    WITHOUT_EFFECT: "`{0}` has no effect without `{1}`"
        => "add `{1}` to the type, or remove `{0}`";
    TYPE_WITH_LIFETIME: "`{0}` is not for a type with a lifetime, which borrows from its input"
        => "remove it, or let the type own its data; `borrow` on a field says that it borrows";
    BORROW_TWICE: "`borrow` on the type borrows every field already"
        => "remove it here, or remove it on the type to borrow only the marked fields";
    BORROW_WITHOUT_EFFECT: "`borrow` has no effect: the type of this field can't borrow"
        => "remove it: only a type with a lifetime or a type parameter borrows here";
    MISSING_BORROW: "field `{0}` borrows from the input, and has no `borrow`"
        => "write `#[codec(borrow)]` before it, or give it a type that owns its data";
    STATIC_REFERENCE: "field `{0}` refers to static data, and no input lives that long"
        => "give the struct a lifetime and borrow with that, or own the data";
    NOT_A_PATH: "this is not a path"
        => "write the path of a module or function, with or without quotes: `path::to::it`";
    NOT_A_TYPE: "this is not a type"
        => "write a type, with or without quotes: `path::to::Type`";
    UNKNOWN_WIDTH: "`{0}` is not the width of a length or tag"
        => "write `u8`, `u16`, `u24`, `u32`, `u64` or `varint`";
    VERSION_NUMBER: "this is not a version"
        => "write a number from 1, such as `version = 2`";
    SPAN_RUN: "`span` takes a run of fields"
        => "write `span` for all fields, or `span = first..=last`";
    WHOLE_WITHOUT_EFFECT: "field `{0}` is collected as a whole already"
        => "remove `whole`";
    FORM_OPTION: "`{0}` is not an option of a generated form"
        => "write `borrow(name = \"FooView\")` or `borrow(derive(Debug, Clone))`";
    FORM_NAME: "the name of a generated form is a name of a type in quotes"
        => "write `borrow(name = \"FooView\")`";
    FORM_WITHOUT_EFFECT: "`{0}` has no effect on a type without a generated form"
        => "write `borrow` alone: the type, or its field, has the form already";
    CONTRADICTION: "`{0}` contradicts `{1}`"
        => "remove one of the two";
    LIMITS_REVERSED: "`min` is above `max`, so no value fits"
        => "write the smaller one as `min`";
    DEFAULT_WITHOUT_EFFECT: "`default` has no effect on a field that is always read"
        => "add `skip`, or `since` in a struct with a version, or remove `default`";
    MAGIC_FIELD_TYPE: "a field with `magic` holds no value"
        => "give field `{0}` the type `()`";
    MAGIC_WIDTH: "this constant does not say how many bytes it takes"
        => "add a type to the number, such as `{0}u32`";
    NO_VALUE_YET: "`{0}` has no value yet where `{1}` is decoded"
        => "name fields that are decoded before `{1}`; `computed` sees all fields";
    WORD_UNKNOWN: "`{0}` is not known where `{1}` is encoded"
        => "name fields before it; `if`, `count`, `bytes`, `tag`, `max`, `min`, `check` and `default` of a field may name `{0}`";
    REMAINING_IN_PIECES: "field `{0}` names `remaining`, which is not known while the input arrives in pieces"
        => "remove `push`, and write `bytes = ..` where the type is a field of one with `push`";
    NO_SELF: "there is no `self` while a value is decoded"
        => "name the field alone: `{0}`";
    CHECK_OF_ENUM: "the variants of an enum have no fields in common"
        => "write a function or a closure over the value: `check = |value| ..`";
    TAIL_NOT_LAST: "`tail` takes the rest of the input, and field `{0}` follows"
        => "make it the last field; several options may be the tail together";
    SPAN_UNKNOWN_FIELD: "there is no field `{0}` on the wire"
        => "name fields that are read, first and last";
    SPAN_REVERSED: "field `{0}` comes after `{1}`"
        => "write `span = {1}..={0}`";
    VERSION_ON_ENUM: "`version` is for structs"
        => "put the enum in a versioned struct, or catch unknown tags with `other`";
    SINCE_AFTER_VERSION: "version {0} of field `{1}` is newer than the struct, which is at version {2}"
        => "raise `version`, or write an earlier one here";
    SINCE_DECREASES: "field `{0}` is older than the one before it, and older programs read fields in order"
        => "move it up, before the fields of version {1}";
    GONE_BEFORE_SINCE: "field `{0}` is removed before it is added"
        => "write a later version than that of `since`";
    DEFAULT_UNWRITABLE: "field `{0}` is the default of its type where it is not decoded, and `{1}` refuses that default when it is encoded"
        => "write `default = ..` too, with a value that `{1}` accepts";
    READABLE_SINCE_MISSING: "programs before version {1} read the next field in place of `{0}`, without an error"
        => "write `readable_since = {1}` on the type, so that they refuse it, or `retired = {1}` here";
    READABLE_SINCE_EARLY: "programs before version {1} read the next field in place of `{0}`"
        => "write `readable_since = {1}`";
    READABLE_SINCE_RANGE: "`readable_since` is a number from 2 to the struct's version, {0}"
        => "write a number in this range, or remove it";
    TAG_ON_STRUCT: "`tag` is for enums"
        => "remove it: a struct has no tag";
    TAG_TWICE: "variant `{0}` has the same tag as `{1}`: {2}"
        => "give one of them another `value`";
    TAG_OR_DISCRIMINANT: "the discriminant of variant `{0}` is not its index, {1}, and either could be its tag"
        => "write `tag = discriminant` on the enum, or `tag = index`";
    TAG_OVERFLOW: "tag {0} does not fit `{1}`"
        => "write a wider `tag`, or a smaller `value`";
    TAG_RANGE: "the first tag of this range is above the last"
        => "write the smaller one first: `value = 4..=9`";
    TAG_RANGE_SCHEMA: "a description has one tag for each variant, and `{0}` has a range of them"
        => "remove `schema`, or write a variant for each tag";
    TAG_NEGATIVE: "a tag can't be negative"
        => "write one from 0: `#[codec(value = ..)]`";
    OTHER_TWICE: "`{0}` already catches everything unknown"
        => "remove one of the two";
    OTHER_SHAPE: "variant `{0}` must hold the unknown tag"
        => "write `{0}(u32)`, with an integer as wide as the tag, and after it what follows the tag";
    OTHER_NARROW: "a tag of type `{0}` does not fit `{1}`"
        => "write `{0}` here, or a wider integer";
    OTHER_MESSAGE: "variant `{0}` must hold the unknown id and the payload"
        => "write `{0}(u32, Vec<u8>)`, with the type of the ids";
    TRANSPARENT_SHAPE: "`transparent` is for a struct with one field"
        => "remove `transparent`, or the other fields (one with `skip` may stay)";
    TRANSPARENT_LAYOUT: "`{0}` changes the encoding that `transparent` keeps"
        => "remove one of the two";
    TRANSPARENT_FORMS: "the module of `with` decodes no form of the field"
        => "write `plain` instead of `borrow` and `shared`: the type is its own form";
    CONVERTED_ONE_WAY: "`{0}` says what is {1}, but nothing says what is {2}"
        => "write `{3}` beside it, or remove the derive of the other direction";
    CONVERTED_FIELD: "`{0}` has no effect: the type is encoded as another one"
        => "put it on a field of that type";
    BITS_RUN: "these fields have {0} bits together, which is not a whole number of bytes, up to eight"
        => "let the widths of fields with `bits` next to each other add up to 8, 16, .. or 64";
    BITS_WIDTH: "the width of a bit field is a number from 1 to 64"
        => "write `bits = 4`";
    BITS_OF_TYPE: "`{0}` has fewer than {1} bits"
        => "write a wider integer, or fewer bits";
    BYTES_TWICE: "`{0}` has two lengths: that of `bytes`, and the prefix of its content"
        => "write `tail` beside `bytes`, so that it takes all of them, or `len = ..` where both lengths are meant";
    BYTES_OF_NUMBER: "`{0}` takes {1} bytes, and not {2}"
        => "write an integer of that size, `bits = ..` for part of one, or `pad_after` for bytes behind it";
    LENGTH_OF_NUMBER: "`{0}` is not a string, sequence or option, which `len`, `min`, `max` and `count` are for"
        => "remove them, or write `check = ..` for a limit of the value, or `bytes = ..` for its length in bytes";
    OPTION_LIMIT: "`{0}` limits how many values the option `{1}` holds, none or one, and not the value"
        => "write `if = ..` or a signed `len`, with which limits are for the value, or put the value into a struct";
    COMPUTED_ITSELF: "the bytes of `{0}` are not known before it is computed"
        => "name the runs before and after it: `encoded(first..=before)` and `encoded(after..=last)`";
    COMPUTED_CYCLE: "the value of `{0}` is computed from itself"
        => "name other fields: the value of this one is replaced when it is encoded";
    COMPUTED_LATER: "the bytes of `{0}` are computed after those of `{1}`"
        => "leave it out of the run, or put it before `{1}`";
    COMPUTED_SIZE: "field `{0}` is computed from encoded bytes, so it needs a fixed size"
        => "add `be` or `le`, or give it the type of an array of bytes";
    COMPUTED_CONDITION: "field `{0}` is computed from encoded bytes, so it can't be optional"
        => "remove `if`, or put it around a struct that holds the field";
    NULLABLE_TYPE: "a signed length is for an `Option`: -1 says that there is no value"
        => "give field `{0}` the type of an `Option`, or write `len = u16`";
    INDEX_TYPE: "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`, which field `{0}` is not"
        => "give it one of these types, or remove `index`";
    INDEX_COUNT: "`index` needs a count that the field writes, and the type of `{0}` writes one itself"
        => "write a `Vec` with `index, len = {1}`";
    HEADER_SHAPE: "a frame header is a struct"
        => "write a struct with a field for the id and one for the length";
    HEADER_GENERIC: "a frame header has a fixed size, and can't be generic"
        => "name concrete types in its fields";
    HEADER_MISSING: "a frame header needs a field with `{0}`"
        => "write `#[codec({0})]` before an integer";
    HEADER_TWICE: "`{0}` is on field `{1}` already"
        => "remove one of the two";
    HEADER_ATTRIBUTE: "`{0}` has no meaning here in a frame header"
        => "remove it, or implement `Header` by hand";
    MESSAGES_LAYOUT: "`{0}` has no effect on an enum of messages: its messages define the encoding"
        => "put it on the messages";
}
