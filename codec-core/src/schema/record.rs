//! Structs, enums and their fields.

use super::Describe;
use super::attribute::{Constant, Extent, Order, Padding, Span, Until, Width};
use super::expression::Expression;
use super::fields::Fields;
use super::kind::{Kind, Schema};
use super::reference::SchemaRef;

/// A struct: its fields, after a constant, a version and the length of the body, if it has them.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Struct {
    /// The fields, in wire order.
    pub fields: Fields,
    /// `true` if the fields have no names.
    pub tuple: bool,
    /// The byte order of all its contents.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Constant>,
    /// The version, from 1; the version and the length of the body come before the fields.
    pub version: Option<u32>,
    /// The oldest version that reads its values. It comes after the version, with a 0 before both.
    pub readable_since: Option<u32>,
    /// The function that validates a value.
    pub check: Option<&'static str>,
}

/// One method per attribute.
macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident: $ty:ty, $some:expr $(, $encoding:ident)?;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self, $name: $ty) -> Self {
            self.$name = $some;
            $(self.encoding = FieldEncoding::$encoding;)?
            self
        }
    )*};
}
pub(super) use attributes;

impl Struct {
    /// A struct with these fields.
    pub const fn new(fields: &'static [Field]) -> Self {
        Self::of(Fields::new(fields))
    }

    /// A struct with these fields.
    pub const fn of(fields: Fields) -> Self {
        let (order, magic, check) = (Order::Around, None, None);
        let (version, readable_since) = (None, None);
        Self { fields, tuple: false, order, magic, version, readable_since, check }
    }

    /// Fields without names.
    #[must_use]
    pub const fn tuple(mut self) -> Self {
        self.tuple = true;
        self
    }

    attributes! {
        /// In this byte order.
        order: Order, order;
        /// After this constant.
        magic: Constant, Some(magic);
        /// With this version.
        version: u32, Some(version);
        /// With this oldest version that reads its values.
        readable_since: u32, Some(readable_since);
        /// With this check.
        check: &'static str, Some(check);
    }
}

/// A field: of constants in a program, or of values that a tool owns.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Field<S = &'static str, T = SchemaRef, E = Expression, C = Constant> {
    /// The name, or its index in a tuple.
    pub name: S,
    /// The doc comment.
    pub doc: S,
    /// The type. With [`condition`](Self::condition), an option without its tag byte.
    pub ty: T,
    /// The way in which it is encoded.
    pub encoding: FieldEncoding,
    /// The byte order of its integers.
    pub order: Order,
    /// The width of its count.
    pub len: Width,
    /// The smallest count allowed.
    pub min: u64,
    /// The largest count allowed.
    pub max: Option<u64>,
    /// The count, instead of a prefix.
    pub count: Option<E>,
    /// The condition under which it is present.
    pub condition: Option<E>,
    /// The constant of a field encoded as [`FieldEncoding::Magic`].
    pub magic: Option<C>,
    /// The first version that has it.
    pub since: Option<u32>,
    /// The first version that no longer has it.
    pub removed: Option<u32>,
    /// The first version that writes its default.
    pub retired: Option<u32>,
    /// The function that makes its value when it is not on the wire, if it isn't `Default`.
    pub default: Option<S>,
    /// The function that validates a value.
    pub check: Option<S>,
    /// The bytes that a field encoded as [`FieldEncoding::Span`] covers.
    pub span: Option<Span>,
    /// The length of its content in bytes, if the wire format states it.
    pub bytes: Option<Extent<E>>,
    /// Padding around it.
    pub padding: Padding,
    /// The tag of its variant, for a field encoded as [`FieldEncoding::Detached`].
    pub tag: Option<E>,
    /// Number of bits of a field encoded as [`FieldEncoding::Bits`].
    pub bits: u32,
    /// `true` if its count is a signed number, with -1 for no value.
    pub nullable: bool,
    /// The smallest count allowed, as an expression over earlier fields; with
    /// [`bytes`](Self::bytes), the fewest bytes.
    pub least: Option<E>,
    /// The largest count allowed, as an expression over earlier fields; with
    /// [`bytes`](Self::bytes), the most bytes.
    pub most: Option<E>,
    /// The value to write, which is compared with what is read: an expression over all fields,
    /// including later ones.
    pub computed: Option<E>,
    /// The last element of a field encoded as [`FieldEncoding::Ended`].
    pub until: Option<Until<E>>,
    /// `true` if a table is before its elements, after their count: for each element, four bytes,
    /// little-endian in every format, that say where it ends, counted from the first element's
    /// first byte.
    pub indexed: bool,
}

/// A field encoded as its type specifies: for most fields, derived descriptions use only this.
#[doc(hidden)]
pub const fn field<T: Describe + ?Sized>(name: &'static str) -> Field {
    let mut field = Field::BARE;
    field.name = name;
    field.ty = T::SCHEMA;
    field
}

/// The description of a struct.
#[doc(hidden)]
pub const fn structure(name: &'static str, of: Struct) -> Schema {
    Schema::new(name, Kind::Struct(of))
}

/// The way in which a field is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldEncoding {
    /// Encoded as its type specifies.
    Plain,
    /// Encoded by a module: its type is [opaque](super::Kind::Opaque).
    With,
    /// With the field's own prefix, count or limits.
    Counted,
    /// All remaining bytes.
    Tail,
    /// A constant.
    Magic,
    /// Not on the wire.
    Skip,
    /// Not on the wire: the range of bytes that other fields occupied.
    Span,
    /// A variant without its tag, which is given by an expression.
    Detached,
    /// Bits of bytes shared with adjacent fields of this kind: from the highest bit of the first
    /// byte, or from the lowest if the type is little-endian.
    Bits,
    /// Elements up to the first of which a condition is true.
    Ended,
}

impl FieldEncoding {
    /// Returns true if there are bytes on the wire.
    pub const fn is_on_wire(self) -> bool {
        !matches!(self, Self::Skip | Self::Span)
    }
}

impl<S, T, E, C> Field<S, T, E, C> {
    /// A field of this name and doc comment, encoded as its type says.
    pub const fn bare(name: S, doc: S, ty: T) -> Self {
        Self {
            name,
            doc,
            ty,
            encoding: FieldEncoding::Plain,
            order: Order::Around,
            len: Width::Format,
            min: 0,
            max: None,
            count: None,
            condition: None,
            magic: None,
            since: None,
            removed: None,
            retired: None,
            default: None,
            check: None,
            span: None,
            bytes: None,
            padding: Padding::NONE,
            tag: None,
            bits: 0,
            nullable: false,
            least: None,
            most: None,
            computed: None,
            until: None,
            indexed: false,
        }
    }

    /// Returns true if there are bytes on the wire.
    pub const fn is_on_wire(&self) -> bool {
        self.encoding.is_on_wire()
    }
}

impl Field {
    /// A field encoded as its type says.
    pub const fn new(name: &'static str, ty: SchemaRef) -> Self {
        // Copying a constant is cheaper to compile than building each part again.
        let mut field = Self::BARE;
        field.name = name;
        field.ty = ty;
        field
    }

    const BARE: Self = Self::bare("", "", <() as Describe>::SCHEMA);

    /// Gives the field a signed count of this width, where -1 means no value.
    #[must_use]
    pub const fn nullable(mut self, width: Width) -> Self {
        (self.nullable, self.len, self.encoding) = (true, width, FieldEncoding::Counted);
        self
    }

    attributes! {
        /// With this doc comment.
        doc: &'static str, doc;
        /// Encoded like this.
        encoding: FieldEncoding, encoding;
        /// In this byte order.
        order: Order, order;
        /// With a count of this width.
        len: Width, len, Counted;
        /// With at least this many elements.
        min: usize, min as u64, Counted;
        /// With at most this many elements; `usize::MAX` is no limit.
        max: usize, if max == usize::MAX { None } else { Some(max as u64) }, Counted;
        /// With this count.
        count: Expression, Some(count), Counted;
        /// Present under this condition.
        condition: Expression, Some(condition);
        /// A constant.
        magic: Constant, Some(magic), Magic;
        /// Present since this version.
        since: u32, Some(since);
        /// Absent since this version.
        removed: u32, Some(removed);
        /// Written as its default since this version.
        retired: u32, Some(retired);
        /// With this default.
        default: &'static str, Some(default);
        /// With this check.
        check: &'static str, Some(check);
        /// The range of other fields.
        span: Span, Some(span), Span;
        /// With content of this length in bytes.
        bytes: Extent, Some(bytes);
        /// With this padding around it.
        padding: Padding, padding;
        /// A variant with this tag.
        tag: Expression, Some(tag), Detached;
        /// This many bits of shared bytes.
        bits: u32, bits, Bits;
        /// With at least this count, computed from earlier fields.
        least: Expression, Some(least);
        /// With at most this count, computed from earlier fields.
        most: Expression, Some(most);
        /// With this computed value.
        computed: Expression, Some(computed);
        /// Up to this element.
        until: Until, Some(until), Ended;
        /// With a table of where each element ends, or without one.
        ///
        /// ```
        /// use codec_core::schema::{Describe, Field, Width};
        /// # #[cfg(feature = "alloc")]
        /// # {
        /// const NAMES: Field =
        ///     Field::new("names", <Vec<u16>>::SCHEMA).len(Width::Fixed(1)).max(3).indexed(true);
        /// assert!(NAMES.indexed);
        /// # }
        /// ```
        indexed: bool, indexed, Counted;
    }
}

/// An enum: a constant, if it has one, a tag, and the fields of the variant.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Enum {
    /// The variants, in the order of the source code.
    pub variants: &'static [Variant],
    /// The width of the tag.
    pub tag: Width,
    /// The byte order of all its contents.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Constant>,
    /// The function that validates a value.
    pub check: Option<&'static str>,
}

impl Enum {
    /// An enum with these variants and the format's own tag.
    pub const fn new(variants: &'static [Variant]) -> Self {
        Self { variants, tag: Width::Format, order: Order::Around, magic: None, check: None }
    }

    attributes! {
        /// With a tag of this width.
        tag: Width, tag;
        /// In this byte order.
        order: Order, order;
        /// After this constant.
        magic: Constant, Some(magic);
        /// With this check.
        check: &'static str, Some(check);
    }
}

/// A variant of an enum.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Variant {
    /// The name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The tag; `None` for the catch-all variant of unknown tags, whose first field is the tag
    /// itself.
    pub tag: Option<u64>,
    /// The fields, in wire order.
    pub fields: Fields,
}

impl Variant {
    /// A variant with these fields.
    pub const fn new(name: &'static str, tag: Option<u64>, fields: &'static [Field]) -> Self {
        Self::of(name, tag, Fields::new(fields))
    }

    /// A variant with these fields.
    pub const fn of(name: &'static str, tag: Option<u64>, fields: Fields) -> Self {
        Self { name, doc: "", tag, fields }
    }

    attributes! {
        /// With this doc comment.
        doc: &'static str, doc;
    }
}

/// Messages, distinguished by the id in the frame's header.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Messages {
    /// In source order. If two have the same id, the first is decoded.
    pub variants: &'static [MessageVariant],
    /// The name of the catch-all variant for unknown ids.
    pub other: Option<&'static str>,
}

impl Messages {
    /// These messages.
    pub const fn new(variants: &'static [MessageVariant], other: Option<&'static str>) -> Self {
        Self { variants, other }
    }
}

/// A variant of an enum of messages.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct MessageVariant {
    /// The name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The message; its description holds the id.
    pub ty: SchemaRef,
}

impl MessageVariant {
    /// A variant that holds this message.
    pub const fn new(name: &'static str, ty: SchemaRef) -> Self {
        Self { name, doc: "", ty }
    }

    attributes! {
        /// With this doc comment.
        doc: &'static str, doc;
    }
}
