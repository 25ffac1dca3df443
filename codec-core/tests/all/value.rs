//! Decoded values of any type, for judges that are compiled once and not for each type.

use std::any::Any;
use std::fmt::Debug;

use codec_core::DecodeError;

/// Decodes a type in a format.
pub(crate) type Decoding<T> = fn(&[u8]) -> Result<T, DecodeError>;

/// A decoded value of some type.
pub(crate) trait Value: Any + Debug {
    /// Returns true if the other value is of the same type and equal.
    fn is(&self, other: &dyn Value) -> bool;
}

impl<T: PartialEq + Debug + 'static> Value for T {
    fn is(&self, other: &dyn Value) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}
