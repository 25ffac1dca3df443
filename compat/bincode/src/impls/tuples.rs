//! Tuples.
#![forbid(unsafe_code)]

use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder, Sizes};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

macro_rules! tuples {
    ($(($($name:ident $index:tt)*))*) => {$(
        impl<Context, $($name: Decode<Context>),*> Decode<Context> for ($($name,)*) {
            const NEVER_EMPTY: bool = false $(|| $name::NEVER_EMPTY)*;
            const SIZES: Sizes = Sizes::always(0)$(.and($name::SIZES))*;

            #[inline]
            fn decode<__D: Decoder<Context = Context>>(
                decoder: &mut __D,
            ) -> Result<Self, DecodeError> {
                let _ = &decoder;
                Ok(($($name::decode(decoder)?,)*))
            }
        }

        impl<'de, Context, $($name: BorrowDecode<'de, Context>),*> BorrowDecode<'de, Context>
            for ($($name,)*)
        {
            const NEVER_EMPTY: bool = false $(|| $name::NEVER_EMPTY)*;

            #[inline]
            fn borrow_decode<__D: BorrowDecoder<'de, Context = Context>>(
                decoder: &mut __D,
            ) -> Result<Self, DecodeError> {
                let _ = &decoder;
                Ok(($($name::borrow_decode(decoder)?,)*))
            }
        }

        impl<$($name: Encode),*> Encode for ($($name,)*) {
            #[inline]
            fn encode<__E: Encoder>(&self, encoder: &mut __E) -> Result<(), EncodeError> {
                let _ = &encoder;
                $(self.$index.encode(encoder)?;)*
                Ok(())
            }
        }
    )*};
}

tuples! {
    ()
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15)
}
