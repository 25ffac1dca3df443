//! Every diagnostic of the derives: what is wrong, and what to write instead.
//! `{0}`, `{1}` stand for the user's own names.

/// One entry of the catalogue.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    /// What is wrong.
    message: &'static str,
    /// What to write instead.
    help: &'static str,
}

impl Diagnostic {
    /// The text that the compiler shows.
    pub(crate) fn text(&self, names: &[&str]) -> String {
        let mut text = format!("{}\n  help: {}", self.message, self.help);
        for (index, name) in names.iter().enumerate() {
            text = text.replace(&format!("{{{index}}}"), name);
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
    NOT_A_LIST:
        "`codec` takes a list in parentheses"
        => "write `#[codec(borrow)]`, for example";
    EMPTY_LIST:
        "this attribute says nothing"
        => "name what it asks for, or remove it";
    UNKNOWN_ATTRIBUTE:
        "`{0}` is not an attribute of codec"
        => "{1}";
    MISPLACED_ATTRIBUTE:
        "`{0}` does not belong on a {1}"
        => "put it on a {2}";
    DUPLICATE_ATTRIBUTE:
        "`{0}` is given twice"
        => "remove one of the two";
    UNEXPECTED_VALUE:
        "`{0}` takes no value"
        => "write `{0}` alone";
    MISSING_VALUE:
        "`{0}` needs a value"
        => "write `{1}`";
    UNION:
        "a union does not say which of its fields is the valid one"
        => "use a struct, or implement `Encode` and `Decodable` by hand";
    ENUM_WITHOUT_MESSAGES:
        "an enum is derived as an enum of messages only"
        => "write `#[codec(messages)]` when each variant holds one message, else implement `Encode` and `Decodable` by hand";
    PACKED:
        "a packed struct can't lend its fields"
        => "remove `packed`: the wire layout does not depend on the layout in memory";
    MESSAGES_ON_STRUCT:
        "`messages` is for an enum of messages"
        => "write `id = ..` to make the struct a message";
    MESSAGES_EMPTY:
        "an enum of messages needs a message"
        => "add a variant: `Ping(Ping)`";
    MESSAGES_GENERIC:
        "an enum of messages can't be generic"
        => "name concrete types in its variants";
    MESSAGES_WITH_ID:
        "`{0}` belongs to each message of the enum"
        => "put it on the structs that the variants hold";
    MESSAGE_VARIANT:
        "variant `{0}` must hold exactly one message"
        => "write `{0}(TypeOfTheMessage)`";
    MESSAGE_TWICE:
        "variant `{0}` holds the same message as `{1}`, so that no id leads to it"
        => "remove it, or give it a message type of its own";
    FLAGS_WITHOUT_ID:
        "`flags` has no effect without `id`"
        => "add `id = ..`, or remove `flags`";
    BORROW_WITH_LIFETIME:
        "a type with a lifetime borrows already, and gets no second form"
        => "put `#[codec(borrow)]` on the fields that borrow from the input";
    SHARED_WITH_LIFETIME:
        "a type with a lifetime can't keep its input alive by a count"
        => "remove `shared`, or let the type own its data";
    BORROW_TWICE:
        "`borrow` on the type borrows every field already"
        => "remove it here, or there to borrow the marked fields alone";
    BORROW_WITHOUT_EFFECT:
        "`borrow` has no effect on a type that can't hold a borrow"
        => "remove it: only a type with a lifetime or a type parameter borrows here";
    MISSING_BORROW:
        "field `{0}` borrows from the input without saying so"
        => "write `#[codec(borrow)]` before it, or give it a type that owns its data";
    STATIC_REFERENCE:
        "field `{0}` refers to static data, and no input lives that long"
        => "give the struct a lifetime and borrow with that, or own the data";
}
