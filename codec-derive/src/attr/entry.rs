//! Reading of the table of attributes: its entries, and the macro that turns the entries of one
//! place into a struct of what is given there.

use syn::Path;

use crate::attr::Target;

/// The properties of an attribute, whatever its value.
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: &'static str,
    /// The places where it is allowed.
    pub(crate) on: On,
    /// Its effect.
    pub(crate) effect: Effect,
    /// Names of attributes that conflict with it.
    pub(crate) not: &'static [&'static str],
    /// The attribute of the type without which it has no effect, as the user writes it.
    pub(crate) needs: Option<&'static str>,
    /// The kind of its value.
    #[cfg(test)]
    pub(crate) kind: &'static str,
    /// Its meaning, in the tables of the docs.
    #[cfg(test)]
    pub(crate) meaning: &'static str,
}

/// The places where an attribute is allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    /// On structs and enums.
    Type,
    /// On structs.
    Struct,
    /// On enums.
    Enum,
    /// On fields.
    Field,
    /// On variants.
    Variant,
}

impl On {
    /// The place where it is parsed.
    pub(crate) const fn place(self) -> Target {
        match self {
            Self::Type | Self::Struct | Self::Enum => Target::Type,
            Self::Field => Target::Field,
            Self::Variant => Target::Variant,
        }
    }

    /// The name of the place in a message.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Type | Self::Field | Self::Variant => self.place().name(),
        }
    }
}

/// The effect of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It changes what is on the wire, or what is accepted there.
    Wire,
    /// The code that is generated, and not the wire.
    Code,
    /// The contents of a frame header. `Encode` and `Decode` ignore it.
    Header,
}

/// An attribute that was given, and its name as the user wrote it.
pub(crate) type Given<'a> = (&'static Entry, &'a Path);

/// The type that holds a value of each kind.
#[rustfmt::skip]
macro_rules! attr_type {
    (flag) => { $crate::attr::Attr<()> };
    (expr) => { $crate::attr::Attr<syn::Expr> };
    (code) => { $crate::attr::Attr<syn::Expr> };
    (path) => { $crate::attr::Attr<syn::Path> };
    (module) => { $crate::attr::Attr<$crate::attr::Module> };
    (function) => { $crate::attr::Attr<$crate::attr::Function> };
    (optional_function) => { $crate::attr::Attr<Option<$crate::attr::Function>> };
    (length) => { $crate::attr::Attr<$crate::attr::Length> };
    (adapter) => { $crate::attr::Attr<syn::Type> };
    (formats) => { $crate::attr::Attr<Vec<syn::Path>> };
    (extent) => { $crate::attr::Attr<$crate::attr::Extent> };
    (version) => { $crate::attr::Attr<$crate::attr::Version> };
    (span) => { $crate::attr::Attr<Option<$crate::attr::SpanRun>> };
    (form) => { $crate::attr::Attr<$crate::attr::FormOptions> };
    (bound) => { $crate::attr::Attr<$crate::attr::Bound> };
    (handler) => { $crate::attr::Attr<bool> };
    (side) => { $crate::attr::Attr<syn::Ident> };
    (tag) => { $crate::attr::TagAttrs };
}

/// Parses an item of a kind; the example is a whole item.
#[rustfmt::skip]
macro_rules! fill {
    (span, $item:ident, $attr:expr) => { $item.optional($attr, syn::parse::Parse::parse) };
    (optional_function, $item:ident, $attr:expr) => {
        $item.optional($attr, syn::parse::Parse::parse)
    };
    // Parsed by a method of the item.
    ($kind:ident, $item:ident, $attr:expr) => { $item.$kind($attr) };
    (tag, $item:ident, $attr:expr, $example:literal) => { $item.tag($attr, $example) };
    (formats, $item:ident, $attr:expr, $example:literal) => { $item.formats($attr, $example) };
    (bound, $item:ident, $attr:expr, $example:literal) => { $item.bound($attr, $example) };
    // By a function of the kind.
    (path, $($rest:tt)*) => { $crate::attr::entry::fill!(@ path $($rest)*) };
    (expr, $($rest:tt)*) => { $crate::attr::entry::fill!(@ expression $($rest)*) };
    (code, $($rest:tt)*) => { $crate::attr::entry::fill!(@ code $($rest)*) };
    (adapter, $($rest:tt)*) => { $crate::attr::entry::fill!(@ ty $($rest)*) };
    (@ $parse:ident $item:ident, $attr:expr, $example:literal) => {
        $item.value($attr, $example, $crate::attr::function::$parse)
    };
    ($kind:ident, $item:ident, $attr:expr, $example:literal) => {
        $item.value($attr, $example, syn::parse::Parse::parse)
    };
}

/// The given ones of these entries, by the names under which the user wrote each.
pub(super) fn given<'a>(
    entries: &'static [Entry],
    names: &[[Option<&'a Path>; 2]],
) -> Vec<Given<'a>> {
    debug_assert_eq!(entries.len(), names.len(), "an entry for each attribute");
    let mut given = Vec::new();
    for (entry, names) in entries.iter().zip(names) {
        for name in names.iter().flatten() {
            given.push((entry, *name));
        }
    }
    given
}

/// Declares the attributes of one place.
macro_rules! attributes {
    (
        $(#[$doc:meta])*
        $attrs:ident, $entries:ident, $place:ident;
        $(
            $name:literal $attr:ident: $kind:ident $(($example:literal))?, $on:ident $effect:ident
            $(, not [$($not:literal)+])?
            $(, needs $needs:literal)?
            $meaning:literal;
        )*
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $attrs {
            $(#[doc = $meaning] pub(crate) $attr: $crate::attr::entry::attr_type!($kind),)*
        }

        const $entries: &[Entry] = &[$(Entry {
            name: $name,
            on: On::$on,
            effect: Effect::$effect,
            not: &[$($($not),+)?],
            needs: [$($needs,)?].first().copied(),
            #[cfg(test)]
            kind: stringify!($kind),
            #[cfg(test)]
            meaning: $meaning,
        }),*];

        impl $attrs {
            /// Reads what is given.
            pub(crate) fn parse(cx: &$crate::attr::Ctxt, attrs: &[syn::Attribute]) -> Self {
                let mut given = Self::default();
                $crate::attr::item::each(cx, attrs, $crate::attr::Target::$place, &mut |item| {
                    Some(match item.name().as_str() {
                        $($name => $crate::attr::entry::fill!(
                            $kind, item, &mut given.$attr $(, $example)?
                        ),)*
                        _ => return None,
                    })
                });
                given
            }

            /// Returns `true` if nothing is given.
            pub(crate) const fn is_empty(&self) -> bool {
                $(!self.$attr.is_given())&&*
            }

            /// The given attributes, in the order of the table.
            pub(crate) fn given(&self) -> Vec<$crate::attr::Given<'_>> {
                // So it is of most fields, and all else here takes long where the derive is compiled
                // without optimisation.
                if self.is_empty() {
                    return Vec::new();
                }
                $crate::attr::entry::given($entries, &[$(self.$attr.names()),*])
            }
        }
    };
}

pub(super) use {attr_type, attributes, fill};
