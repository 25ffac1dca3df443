//! 32 secret bytes that stay where they are.
#![forbid(unsafe_code)]

use core::ops::{Deref, DerefMut};

use zeroize::Zeroize as _;

/// Secret bytes, zeroized when they are dropped. They are on the heap: when a value moves,
/// its old place keeps its bytes, which would be a copy of the secret that nobody zeroizes.
#[derive(Clone)]
pub(crate) struct KeyBytes(Box<[u8; 32]>);

impl KeyBytes {
    /// Zeros, to be filled.
    pub(crate) fn zeros() -> Self {
        Self(Box::new([0; 32]))
    }

    /// The bytes, which are zeroized where they were.
    pub(crate) fn take(bytes: &mut [u8; 32]) -> Self {
        let mut key = Self::zeros();
        key.copy_from_slice(&bytes[..]);
        bytes.zeroize();
        key
    }
}

impl Deref for KeyBytes {
    type Target = [u8; 32];

    fn deref(&self) -> &[u8; 32] {
        &self.0
    }
}

impl DerefMut for KeyBytes {
    fn deref_mut(&mut self) -> &mut [u8; 32] {
        &mut self.0
    }
}

impl Drop for KeyBytes {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::KeyBytes;

    #[test]
    fn a_key_is_zeroized_where_it_was_taken_from() {
        let mut bytes = [7; 32];
        let key = KeyBytes::take(&mut bytes);
        assert_eq!((*key, bytes), ([7; 32], [0; 32]));
    }
}
