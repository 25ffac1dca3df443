//! The identifier of a tag on the wire.
#![forbid(unsafe_code)]

use codec_derive::{Decode, Encode};

/// A tag: the number of an object and of one of its attributes, each with the
/// [signature](crate::signature) of its name, by which a receiver knows that the number still
/// means what it meant. 20 bytes.
///
/// ```
/// use codec_core::{Bincode, Format};
/// use codec_industrial::{Handle, Name, Place, Signatures};
/// let mut signatures = Signatures::default();
/// let (object, attribute) = (Name { number: 4, text: "Tank_001" }, Name { number: 5, text: "PV" });
/// let place = Place { domain: 1, platform: 2, engine: 3 };
/// let handle = Handle::new(place, object, attribute, &mut signatures);
/// assert_eq!(Bincode::to_vec(&handle)?.len(), Handle::LEN);
/// assert_eq!(handle.element(3).index, 3);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(plain, schema)]
pub struct Handle {
    /// The place of the object.
    pub place: Place,
    /// The object's number.
    pub object: u16,
    /// The signature of the object's name.
    pub object_signature: u16,
    /// The attribute's number.
    pub attribute: u16,
    /// The signature of the attribute's name.
    pub attribute_signature: u16,
    /// The property of the attribute: [`Handle::VALUE`], or what an application defines.
    pub property: u16,
    /// The element of an array, from 1; 0 is the whole.
    pub index: u32,
}

/// The place of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(plain, schema)]
pub struct Place {
    /// The domain's number.
    pub domain: u16,
    /// The platform's number within the domain.
    pub platform: u16,
    /// The engine's number within the platform.
    pub engine: u16,
}

/// The name of an object or of an attribute, and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'a> {
    /// The number.
    pub number: u16,
    /// The name; upper and lower case are the same.
    pub text: &'a str,
}

impl Handle {
    /// Its length in formats with integers of fixed width, in bytes.
    pub const LEN: usize = 20;
    /// The property that is an attribute's value.
    pub const VALUE: u16 = 10;

    /// The value of an attribute, as a whole. A name that the cache has costs no allocation.
    #[cfg(feature = "std")]
    pub fn new(
        place: Place,
        object: Name<'_>,
        attribute: Name<'_>,
        signatures: &mut crate::Signatures,
    ) -> Self {
        Self {
            place,
            object: object.number,
            object_signature: signatures.of(object.text),
            attribute: attribute.number,
            attribute_signature: signatures.of(attribute.text),
            property: Self::VALUE,
            index: 0,
        }
    }

    /// One element of an array, from 1.
    #[must_use]
    pub const fn element(self, index: u32) -> Self {
        Self { index, ..self }
    }
}
