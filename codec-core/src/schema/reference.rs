//! A reference from one description to another.

use core::fmt;
use core::ops::Deref;

use super::kind::{Id, Kind, Schema};
use crate::raw::{StaticData, StaticRef};

/// A derived description, to be stored in a `static`.
#[doc(hidden)]
pub struct Root(StaticData<Schema, { size_of::<Schema>().div_ceil(8) }>);

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Root").field(self.0.get()).finish()
    }
}

impl Root {
    /// Wraps this description.
    pub const fn new(schema: Schema) -> Self {
        Self(StaticData::new(schema))
    }

    /// Makes it a message with this id.
    #[must_use]
    pub const fn with_message(self, id: Id, flags: u32) -> Self {
        Self::new(self.0.get().with_message(id, flags))
    }

    /// The reference to it.
    pub const fn reference(&'static self) -> SchemaRef {
        SchemaRef::new(self.0.get())
    }
}

/// A reference to a description: that of a field, of an element, or of a type.
///
/// Descriptions of recursive types are cyclic: a walk over one has to remember where it has been,
/// and compare with [`is`](Self::is).
#[derive(Clone, Copy)]
pub struct SchemaRef(StaticRef<Schema>);

impl SchemaRef {
    /// A reference to this description.
    ///
    /// ```
    /// use codec_core::schema::{Kind, Schema, SchemaRef};
    /// static NOTHING: Schema = Schema::new("Nothing", Kind::Unit);
    /// const REFERENCE: SchemaRef = SchemaRef::new(&NOTHING);
    /// assert_eq!(REFERENCE.name, "Nothing");
    /// ```
    pub const fn new(schema: &'static Schema) -> Self {
        Self(StaticRef::new(schema))
    }

    /// The description, in a `const`. It may be [deferred](Kind::Deferred); dereferencing resolves
    /// it.
    pub const fn get(self) -> &'static Schema {
        self.0.get()
    }

    /// The description, which is not [deferred](Kind::Deferred).
    pub fn resolve(self) -> &'static Schema {
        let mut schema = self.get();
        while let Kind::Deferred(find) = schema.kind {
            schema = find().get();
        }
        schema
    }

    /// Returns whether both refer to the same description, by address.
    pub fn is(self, other: Self) -> bool {
        core::ptr::eq(self.resolve(), other.resolve())
    }
}

impl Deref for SchemaRef {
    type Target = Schema;

    fn deref(&self) -> &Schema {
        self.resolve()
    }
}

/// The name alone: descriptions may be cyclic.
impl fmt::Debug for SchemaRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SchemaRef({:?})", self.get().name)
    }
}
