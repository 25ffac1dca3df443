//! The wire format of a type as constant data: what `#[codec(schema)]` gives a type, and
//! what locks, dissectors, documentation and generators of values are made from.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "alloc"))] {
//! use codec_core::schema::{Describe, Encoding, Kind};
//! use codec_core::{Decode, Encode};
//!
//! /// A device says who it is.
//! #[derive(Encode, Decode)]
//! #[codec(schema)]
//! struct Hello {
//!     /// The protocol's version.
//!     version: u16,
//!     #[codec(len = u8, max = 20)]
//!     name: String,
//! }
//!
//! assert_eq!((Hello::SCHEMA.name, Hello::SCHEMA.doc), ("Hello", "A device says who it is."));
//! let Kind::Struct(fields) = &Hello::SCHEMA.kind else { panic!("it is a struct") };
//! assert_eq!(fields.fields[0].doc, "The protocol's version.");
//! assert_eq!(fields.fields[1].max, Some(20));
//!
//! // Sizes are constants.
//! const LONGEST: usize = Hello::SCHEMA.max_len(&Encoding::POSTCARD).unwrap();
//! let buffer = [0; LONGEST];
//! assert_eq!(buffer.len(), 3 + 1 + 20);
//! # }
//! ```
//!
//! A description says what is on the wire and how it is decided, without a format:
//! an [`Encoding`] says what a format makes of that. Nothing is allocated, and a description
//! that no code names is not in the program.
#![forbid(unsafe_code)]

mod adapter;
mod attribute;
mod encoding;
mod expression;
mod header;
mod impls;
mod kind;
mod longest;
mod record;
mod reference;
mod size;
mod support;

pub use adapter::{DescribeWith, Described, DescribedWith, OptionOf, Undescribed, UndescribedWith};
pub use attribute::{
    Constant, ConstantValue, DescribeConstant, Extent, ExtentLen, Order, Padding, Prefix, Span,
    Width,
};
pub use encoding::{CharLayout, DescribeFormat, Encoding, Number};
pub use expression::{Expression, Node, Operand, Operator, Probe, ProbeNone, ProbeNumber};
pub use header::{
    DescribeHeader, DescribeHeaderField, HeaderSchema, HeaderShape, Part, Piece, ProtocolSchema,
    Role,
};
pub use kind::{Content, Id, Int, Kind, MessageId, Need, Schema, Seq};
pub use longest::EncodedLenMax;
pub use record::{
    Enum, Field, MessageVariant, Messages, Struct, Travel, Variant, field, structure,
};
pub use reference::{Root, SchemaRef};
pub use size::SizeRange;

/// A type whose wire format is known as data.
///
/// `#[codec(schema)]` beside `#[derive(Decode)]` implements it. By hand, it is one constant,
/// often that of another type:
///
/// ```
/// use codec_core::schema::{Describe, Encoding, SchemaRef};
/// struct Celsius(i16); // whose `Encode` and `Decodable` are those of an `i16`
/// impl Describe for Celsius {
///     const SCHEMA: SchemaRef = <i16 as Describe>::SCHEMA;
/// }
/// assert_eq!(Celsius::SCHEMA.max_len(&Encoding::BINCODE), Some(2));
/// ```
///
/// A type of which nothing more is known says so, and every verdict about it does:
///
/// ```
/// use codec_core::schema::{Describe, Encoding, Kind, Schema, SchemaRef};
/// struct Sealed(Vec<u8>);
/// impl Describe for Sealed {
///     const SCHEMA: SchemaRef =
///         SchemaRef::new(const { &Schema::new("Sealed", Kind::Opaque("encrypted")) });
/// }
/// assert_eq!(Sealed::SCHEMA.max_len(&Encoding::BINCODE), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "the wire format of `{Self}` is not described",
    label = "`Describe` is not implemented for this type",
    note = "add `#[codec(schema)]` to it; for a type of another crate, describe it by hand, or \
            mark the field `with`"
)]
pub trait Describe {
    /// The description.
    const SCHEMA: SchemaRef;
}
