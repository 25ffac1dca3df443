//! The fields of a struct or a variant.

use core::fmt;

use super::Describe;
use super::attribute::Order;
use super::kind::{Id, Kind, Need, Schema};
use super::record::{Field, Struct};
use super::reference::{Root, SchemaRef};
use crate::value::growing::growing;

/// The fields of a struct or a variant, in wire order.
///
/// ```
/// use codec_core::schema::{Describe, Field, Fields};
/// const FIELDS: Fields = Fields::new(const { &[Field::new("age", u8::SCHEMA)] });
/// assert_eq!(FIELDS.len(), 1);
/// assert_eq!(FIELDS.get(0).map(|field| field.name), Some("age"));
/// assert!(FIELDS.get(1).is_none());
/// assert!(FIELDS.iter().all(|field| field.doc.is_empty()));
/// ```
#[derive(Clone, Copy)]
pub struct Fields(List);

#[derive(Clone, Copy)]
enum List {
    /// Fields with attributes.
    Given(&'static [Field]),
    /// Fields without attributes, the form that compiles fastest: one string with the name and
    /// the doc comment of each, all followed by a NUL, and their types.
    Plain(&'static str, &'static [SchemaRef]),
}

impl Fields {
    /// These fields.
    pub const fn new(fields: &'static [Field]) -> Self {
        Self(List::Given(fields))
    }

    /// The number of fields.
    pub const fn len(self) -> usize {
        match self.0 {
            List::Given(fields) => fields.len(),
            List::Plain(_, types) => types.len(),
        }
    }

    /// Returns whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The field at this index, if there is one.
    pub const fn get(self, index: usize) -> Option<Field> {
        let field = self.unnamed(index);
        match (self.0, field) {
            (List::Plain(text, _), Some(mut field)) => {
                field.name = part(text, 2 * index);
                field.doc = part(text, 2 * index + 1);
                Some(field)
            }
            _ => field,
        }
    }

    /// The field at this index, perhaps without its name and doc comment, which take the compiler
    /// time to find.
    #[doc(hidden)]
    pub const fn unnamed(self, index: usize) -> Option<Field> {
        match self.0 {
            List::Given(fields) if index < fields.len() => Some(fields[index]),
            List::Plain(_, types) if index < types.len() => Some(Field::new("", types[index])),
            _ => None,
        }
    }

    /// Iterates over all fields.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Field> + DoubleEndedIterator {
        (0..self.len()).map(move |index| match self.get(index) {
            Some(field) => field,
            None => unreachable!("the index is below the length"),
        })
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A struct of plain fields, of which nothing is evaluated before it is used.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Plain {
    name: &'static str,
    doc: &'static str,
    text: &'static str,
    types: &'static [SchemaRef],
}

impl Plain {
    /// The description.
    pub(super) const fn schema(self, message: Option<(Id, u32)>) -> Schema {
        let fields = Fields(List::Plain(self.text, self.types));
        let schema = Schema::plain(self.name, self.doc, fields);
        match message {
            None => schema,
            Some((id, flags)) => schema.with_message(id, flags),
        }
    }
}

impl Schema {
    /// A struct that has nothing but a name, docs and fields.
    const fn plain(name: &'static str, doc: &'static str, fields: Fields) -> Self {
        // Each call would take the compiler time again for each type.
        let (order, tuple) = (Order::Around, false);
        let of = Struct { tuple, order, ..Struct::of(fields) };
        Self { name, doc, message: None, need: Need::Nothing, kind: Kind::Struct(of) }
    }
}

/// The part of this index of a string of parts, each followed by a NUL.
const fn part(text: &str, index: usize) -> &str {
    let bytes = text.as_bytes();
    let (mut start, mut at, mut parts) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at] == 0 {
            if parts == index {
                return text.split_at(at).0.split_at(start).1;
            }
            (parts, start) = (parts + 1, at + 1);
        }
        at += 1;
    }
    ""
}

/// The functions that derived descriptions call, for each number of fields. One call of many
/// parameters takes the compiler a fraction of the time that one call a field does.
macro_rules! plain {
    ([$module:ident $last:ident]; $([$before:ident $ty:ident])*) => {
        #[doc(hidden)]
        pub mod $module {
            use super::{Describe, Fields, List, Plain, Root, Schema};

            /// Fields without attributes, from their names and doc comments.
            pub const fn fields<$($ty: Describe + ?Sized),*>(text: &'static str) -> Fields {
                Fields(List::Plain(text, const { &[$($ty::SCHEMA),*] }))
            }

            /// A struct of such fields.
            pub const fn root<$($ty: Describe + ?Sized),*>(
                name: &'static str,
                doc: &'static str,
                text: &'static str,
            ) -> Root {
                Root::new(Schema::plain(name, doc, fields::<$($ty),*>(text)))
            }

            /// A struct of such fields, which lead to no type of the user's.
            pub const fn plain<$($ty: Describe + ?Sized),*>(
                name: &'static str,
                doc: &'static str,
                text: &'static str,
            ) -> Plain {
                Plain { name, doc, text, types: const { &[$($ty::SCHEMA),*] } }
            }
        }
    };
}

growing!(plain []
    [fields_1 A] [fields_2 B] [fields_3 C] [fields_4 D] [fields_5 E] [fields_6 F] [fields_7 G]
    [fields_8 H] [fields_9 I] [fields_10 J] [fields_11 K] [fields_12 L] [fields_13 M]
    [fields_14 N] [fields_15 O] [fields_16 P]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_fields_have_their_names_docs_and_types() {
        const PLAIN: Fields = fields_3::fields::<u8, u16, bool>("a\0\0b\0Two.\nLines.\0c\0\0");
        let told = PLAIN.iter().map(|field| (field.name, field.doc, field.ty.name));
        let known = [("a", "", "u8"), ("b", "Two.\nLines.", "u16"), ("c", "", "bool")];
        assert!(told.eq(known));
        assert_eq!((PLAIN.len(), PLAIN.is_empty()), (3, false));
        assert!(PLAIN.get(3).is_none());
    }
}
