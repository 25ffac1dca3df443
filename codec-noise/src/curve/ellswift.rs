//! `ElligatorSwift`: x coordinates as pairs of field elements, of which any pair decodes to one, so that
//! a key is as good as 64 random bytes (BIP 324, "`ElligatorSwift` encoding of curve X coordinates").
//!
//! All that is computed here is public: it is sent, or was received.
#![forbid(unsafe_code)]

use core::ops::{Add, Mul, Neg, Sub};

use k256::Secp256k1;
use k256::elliptic_curve::hazmat::FieldArithmetic;

use super::ENCODED_KEY;

type Element = <Secp256k1 as FieldArithmetic>::FieldElement;

/// A number modulo the field's prime, normalized after each operation.
#[derive(Clone, Copy)]
struct Number(Element);

impl Number {
    fn small(number: u64) -> Self {
        Self(Element::from_u64(number))
    }

    /// Bytes, big-endian, modulo the prime.
    fn reduced(bytes: [u8; 32]) -> Self {
        Option::from(Element::from_bytes(&bytes.into())).map_or_else(
            || {
                // The prime is 2^256 - 2^32 - 977: what exceeds it fits 64 bits.
                let low = u64::from_be_bytes(core::array::from_fn(|i| bytes[24 + i]));
                Self::small(low.wrapping_add((1 << 32) + 977))
            },
            Self,
        )
    }

    fn to_bytes(self) -> [u8; 32] {
        self.0.to_bytes().into()
    }

    fn is_zero(self) -> bool {
        self.0.normalizes_to_zero().into()
    }

    fn square(self) -> Self {
        self * self
    }

    /// The root that is a square itself; `None` where there is none.
    fn root(self) -> Option<Self> {
        Option::from(self.0.sqrt()).map(Self)
    }

    /// The inverse; zero of zero.
    fn inverse(self) -> Self {
        Option::from(self.0.normalize().invert()).map_or(Self::small(0), Self)
    }

    fn half(self) -> Self {
        self * Self::small(2).inverse()
    }

    /// The right side of the curve's equation.
    fn curve(self) -> Self {
        self.square() * self + Self::small(7)
    }

    /// Returns whether it is the x coordinate of a point.
    fn is_on_curve(self) -> bool {
        self.curve().root().is_some()
    }

    /// A root of -3.
    fn root_of_minus_3() -> Self {
        const ROOT: [u8; 32] = [
            0x0a, 0x2d, 0x2b, 0xa9, 0x35, 0x07, 0xf1, 0xdf, 0x23, 0x37, 0x70, 0xc2, 0xa7, 0x97,
            0x96, 0x2c, 0xc6, 0x1f, 0x6d, 0x15, 0xda, 0x14, 0xec, 0xd4, 0x7d, 0x8d, 0x27, 0xae,
            0x1c, 0xd5, 0xf8, 0x52,
        ];
        Self::reduced(ROOT)
    }
}

impl Add for Number {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self((self.0 + other.0).normalize_weak())
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.negate(1).normalize_weak())
    }
}

impl Sub for Number {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self((self.0 - other.0).normalize_weak())
    }
}

impl Mul for Number {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

/// The x coordinate that a pair of numbers encodes.
pub(super) fn decode(encoded: &[u8; ENCODED_KEY]) -> [u8; 32] {
    let one_for_zero = |number: Number| if number.is_zero() { Number::small(1) } else { number };
    let u = one_for_zero(Number::reduced(core::array::from_fn(|i| encoded[i])));
    let mut t = one_for_zero(Number::reduced(core::array::from_fn(|i| encoded[32 + i])));
    if (u.curve() + t.square()).is_zero() {
        t = t + t;
    }
    let x = (u.curve() - t.square()) * (t + t).inverse();
    let y = (x + t) * (Number::root_of_minus_3() * u).inverse();
    let ratio = x * y.inverse();
    let last = u + Number::small(4) * y.square();
    let candidates = [last, (-ratio - u).half(), (ratio - u).half()];
    // One of the three is on the curve.
    candidates.into_iter().find(|x| x.is_on_curve()).unwrap_or(last).to_bytes()
}

/// The number that encodes this x coordinate together with `u`, of the eight that there may be the one
/// that `case` says; `None` where there is none.
fn inverted(x: Number, u: Number, case: u8) -> Option<Number> {
    let (place, square);
    if case & 2 == 0 {
        if (-x - u).is_on_curve() {
            return None;
        }
        place = x;
        square = -u.curve() * (u.square() + u * x + x.square()).inverse();
    } else {
        square = x - u;
        if square.is_zero() {
            return None;
        }
        let inner = Number::small(4) * u.curve() + Number::small(3) * square * u.square();
        let root = (-square * inner).root()?;
        if case & 1 != 0 && root.is_zero() {
            return None;
        }
        place = (root * square.inverse() - u).half();
    }
    let (one, root_of_minus_3) = (Number::small(1), Number::root_of_minus_3());
    let factor = if case & 1 == 0 { one - root_of_minus_3 } else { one + root_of_minus_3 };
    let number = square.root()? * ((u * factor).half() + place);
    Some(if matches!(case & 5, 0 | 5) { -number } else { number })
}

/// An encoding of an x coordinate. `random` returns a number and a case, others at each call.
pub(super) fn encode(x: [u8; 32], mut random: impl FnMut() -> ([u8; 32], u8)) -> [u8; ENCODED_KEY] {
    let x = Number::reduced(x);
    loop {
        // One attempt in four has a result.
        let (bytes, case) = random();
        let u = Number::reduced(bytes);
        if u.is_zero() {
            continue;
        }
        if let Some(t) = inverted(x, u, case) {
            let (u, t) = (u.to_bytes(), t.to_bytes());
            return core::array::from_fn(|i| if i < 32 { u[i] } else { t[i - 32] });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_one_of_minus_3() {
        assert!((Number::root_of_minus_3().square() + Number::small(3)).is_zero());
    }

    #[test]
    fn numbers_above_the_prime_are_reduced() {
        for (low, reduced) in [(0x2f, 0), (0x30, 1), (0xff, 0xd0)] {
            let mut bytes = [0xff; 32];
            (bytes[27], bytes[30], bytes[31]) = (0xfe, 0xfc, low);
            let mut expected = [0; 32];
            expected[31] = reduced;
            assert_eq!(Number::reduced(bytes).to_bytes(), expected);
        }
    }

    #[test]
    fn each_case_encodes_to_what_decodes() {
        let mut found = [0; 8];
        for byte in 1..=250u8 {
            let x = Number::reduced([byte; 32]);
            if !x.is_on_curve() {
                continue;
            }
            for case in 0..8 {
                let u = [byte.wrapping_mul(7) | 1; 32];
                if let Some(t) = inverted(x, Number::reduced(u), case) {
                    let mut encoded = [u[0]; 64];
                    encoded[32..].copy_from_slice(&t.to_bytes());
                    assert_eq!(decode(&encoded), x.to_bytes());
                    found[usize::from(case)] += 1;
                }
            }
        }
        assert!(found.iter().all(|count| *count > 10), "{found:?}");
    }
}
