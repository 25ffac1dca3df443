//! Structs, enums and their fields.

use super::Describe;
use super::attribute::{Constant, Extent, Order, Padding, Span, Width};
use super::expression::Expression;
use super::kind::{Kind, Schema};
use super::reference::SchemaRef;

/// A struct: a constant, a version and the length of the body, where it has them, and its
/// fields.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Struct {
    /// In the order of the wire.
    pub fields: &'static [Field],
    /// Whether they have no names.
    pub tuple: bool,
    /// The byte order of all that it holds.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Constant>,
    /// Its version, from 1: the version and the length of the body stand before the fields.
    pub version: Option<u32>,
    /// The function that says whether a value may stay.
    pub check: Option<&'static str>,
}

impl Struct {
    /// With these fields.
    pub const fn new(fields: &'static [Field]) -> Self {
        let (order, magic, version, check) = (Order::Around, None, None, None);
        Self { fields, tuple: false, order, magic, version, check }
    }

    /// Fields without names.
    #[must_use]
    pub const fn tuple(mut self) -> Self {
        self.tuple = true;
        self
    }

    /// In this byte order.
    #[must_use]
    pub const fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// After this constant.
    #[must_use]
    pub const fn magic(mut self, magic: Constant) -> Self {
        self.magic = Some(magic);
        self
    }

    /// Of this version.
    #[must_use]
    pub const fn version(mut self, version: u32) -> Self {
        self.version = Some(version);
        self
    }

    /// With this check.
    #[must_use]
    pub const fn check(mut self, path: &'static str) -> Self {
        self.check = Some(path);
        self
    }
}

/// A field.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Field {
    /// Its name; of a tuple its index.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its type. With [`condition`](Self::condition), an option whose byte is not on the
    /// wire.
    pub ty: SchemaRef,
    /// How it is encoded.
    pub travel: Travel,
    /// The byte order of its integers.
    pub order: Order,
    /// The width of its count.
    pub len: Width,
    /// The least that its count may be.
    pub min: u64,
    /// The most that its count may be.
    pub max: Option<u64>,
    /// Its count, instead of a prefix.
    pub count: Option<Expression>,
    /// Whether it is there.
    pub condition: Option<Expression>,
    /// The constant, of one encoded as [`Travel::Magic`].
    pub magic: Option<Constant>,
    /// The first version that has it.
    pub since: Option<u32>,
    /// The first version that no longer has it.
    pub removed: Option<u32>,
    /// The first version that writes its default.
    pub retired: Option<u32>,
    /// The function that makes its value when it is not on the wire, if it is not `Default`.
    pub default: Option<&'static str>,
    /// The function that says whether a value may stay.
    pub check: Option<&'static str>,
    /// What it covers, of one encoded as [`Travel::Span`].
    pub span: Option<Span>,
    /// The length of its content in bytes, where that is told.
    pub bytes: Option<Extent>,
    /// Bytes around it.
    pub padding: Padding,
    /// The tag of its variant, of one encoded as [`Travel::Detached`].
    pub tag: Option<Expression>,
    /// How many bits it has, of one encoded as [`Travel::Bits`].
    pub bits: u32,
    /// Whether its count is a signed number, of which -1 says that there is no value.
    pub nullable: bool,
    /// The least that its count may be, where earlier fields say it; beside
    /// [`bytes`](Self::bytes) the fewest bytes.
    pub least: Option<Expression>,
    /// The most that its count may be, where earlier fields say it; beside
    /// [`bytes`](Self::bytes) the most bytes.
    pub most: Option<Expression>,
    /// What it is when it is written, and held against when it is read: an expression over
    /// all fields, also those after it.
    pub computed: Option<Expression>,
}

/// A field that travels as its type says: of most fields all that derived descriptions write.
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

/// How a field is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Travel {
    /// As its type says.
    Plain,
    /// As a module says: its type is [opaque](super::Kind::Opaque).
    With,
    /// With the field's own prefix, count or limits.
    Counted,
    /// All that is left.
    Tail,
    /// A constant.
    Magic,
    /// Not on the wire.
    Skip,
    /// Not on the wire: where other fields lay.
    Span,
    /// A variant without its tag, which an expression tells.
    Detached,
    /// Bits of bytes that it shares with the fields next to it that are encoded so: from the
    /// highest of the first byte, or from the lowest where the type is little-endian.
    Bits,
}

impl Travel {
    /// Whether there are bytes on the wire.
    pub const fn is_on_wire(self) -> bool {
        !matches!(self, Self::Skip | Self::Span)
    }
}

/// One method an attribute.
macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident: $ty:ty, $some:expr $(, $travel:ident)?;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self, $name: $ty) -> Self {
            self.$name = $some;
            $(self.travel = Travel::$travel;)?
            self
        }
    )*};
}

impl Field {
    /// A field encoded as its type says.
    pub const fn new(name: &'static str, ty: SchemaRef) -> Self {
        // A copy of a constant costs the compiler less than what each part is made of anew.
        let mut field = Self::BARE;
        field.name = name;
        field.ty = ty;
        field
    }

    const BARE: Self = Self {
        name: "",
        doc: "",
        ty: <() as Describe>::SCHEMA,
        travel: Travel::Plain,
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
    };

    /// With a signed count of this width, of which -1 says that there is no value.
    #[must_use]
    pub const fn nullable(mut self, width: Width) -> Self {
        (self.nullable, self.len, self.travel) = (true, width, Travel::Counted);
        self
    }

    attributes! {
        /// With this doc comment.
        doc: &'static str, doc;
        /// Travelling like this.
        travel: Travel, travel;
        /// In this byte order.
        order: Order, order;
        /// With a count of this width.
        len: Width, len, Counted;
        /// With so many elements at least.
        min: usize, min as u64, Counted;
        /// With so many elements at most; `usize::MAX` is no limit.
        max: usize, if max == usize::MAX { None } else { Some(max as u64) }, Counted;
        /// With this count.
        count: Expression, Some(count), Counted;
        /// There under this condition.
        condition: Expression, Some(condition);
        /// A constant.
        magic: Constant, Some(magic), Magic;
        /// There since this version.
        since: u32, Some(since);
        /// No longer there since this version.
        removed: u32, Some(removed);
        /// Written as its default since this version.
        retired: u32, Some(retired);
        /// With this default.
        default: &'static str, Some(default);
        /// With this check.
        check: &'static str, Some(check);
        /// The place of other fields.
        span: Span, Some(span), Span;
        /// With content of this length in bytes.
        bytes: Extent, Some(bytes);
        /// With these bytes around it.
        padding: Padding, padding;
        /// A variant of this tag.
        tag: Expression, Some(tag), Detached;
        /// So many bits of bytes that others share.
        bits: u32, bits, Bits;
        /// With at least as much as earlier fields say.
        least: Expression, Some(least);
        /// With at most as much as earlier fields say.
        most: Expression, Some(most);
        /// With the value that this is.
        computed: Expression, Some(computed);
    }
}

/// An enum: a constant, where it has one, a tag, and the fields of the variant.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Enum {
    /// In the order of the source code.
    pub variants: &'static [Variant],
    /// The width of the tag.
    pub tag: Width,
    /// The byte order of all that it holds.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Constant>,
    /// The function that says whether a value may stay.
    pub check: Option<&'static str>,
}

impl Enum {
    /// With these variants, and the format's own tag.
    pub const fn new(variants: &'static [Variant]) -> Self {
        Self { variants, tag: Width::Format, order: Order::Around, magic: None, check: None }
    }

    /// With a tag of this width.
    #[must_use]
    pub const fn tag(mut self, tag: Width) -> Self {
        self.tag = tag;
        self
    }

    /// In this byte order.
    #[must_use]
    pub const fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// After this constant.
    #[must_use]
    pub const fn magic(mut self, magic: Constant) -> Self {
        self.magic = Some(magic);
        self
    }

    /// With this check.
    #[must_use]
    pub const fn check(mut self, path: &'static str) -> Self {
        self.check = Some(path);
        self
    }
}

/// A variant of an enum.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its tag; `None` of the one that keeps tags that no other has, whose first field is the
    /// tag itself.
    pub tag: Option<u64>,
    /// Its fields, in the order of the wire.
    pub fields: &'static [Field],
}

impl Variant {
    /// A variant with these fields.
    pub const fn new(name: &'static str, tag: Option<u64>, fields: &'static [Field]) -> Self {
        Self { name, doc: "", tag, fields }
    }

    /// With this doc comment.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// Messages, distinguished by the id in the frame's header.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Messages {
    /// In the order of the source code. Of two with one id, the first is decoded.
    pub variants: &'static [MessageVariant],
    /// The name of the variant that keeps messages with an unknown id.
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
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The message, whose description has its id.
    pub ty: SchemaRef,
}

impl MessageVariant {
    /// A variant that holds this message.
    pub const fn new(name: &'static str, ty: SchemaRef) -> Self {
        Self { name, doc: "", ty }
    }

    /// With this doc comment.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}
