//! Tuples of one to eight parts, resumed at the part that was cut.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::{Feed, Field, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::value::growing::growing;

/// The state of a tuple: that of its parts.
pub struct Parts<F, P> {
    parts: P,
    format: PhantomData<fn() -> F>,
}

super::resume::state!({F, P} Parts<F, P>);

macro_rules! tuple {
    ($last:tt; $([$part:ident $index:tt])*) => {
        impl<$($part: PushDecode),*> PushDecode for ($($part,)*) {
            type Decoder<Fmt: Format> = Parts<Fmt, ($(Field<$part, $part::Decoder<Fmt>>,)*)>;
        }

        impl<Fmt: Format, $($part: PushDecode),*> Default
            for Parts<Fmt, ($(Field<$part, $part::Decoder<Fmt>>,)*)>
        {
            #[inline]
            fn default() -> Self {
                Self { parts: ($(Field::<$part, _>::Start,)*), format: PhantomData }
            }
        }

        impl<Fmt: Format, $($part: PushDecode),*> Resume
            for Parts<Fmt, ($(Field<$part, $part::Decoder<Fmt>>,)*)>
        {
            type Value = ($($part,)*);

            fn resume(
                &mut self,
                feed: &mut Feed<'_>,
            ) -> Result<Option<Self::Value>, DecodeError> {
                $(if self.parts.$index.plain::<Fmt>(feed)?.is_none() {
                    return Ok(None);
                })*
                Ok(Some(($(self.parts.$index.take(feed)?,)*)))
            }

            fn is_open(fuel: &mut Fuel) -> bool {
                fuel.is_spent() $(|| <$part::Decoder<Fmt> as Resume>::is_open(fuel))*
            }
        }
    };
}

growing!(tuple [] [A 0] [B 1] [C 2] [D 3] [E 4] [G 5] [H 6] [I 7]);
