//! The result of a user-defined check of a value.
#![forbid(unsafe_code)]

/// The result of the function that `#[codec(check = path)]` names: `true` or `Ok(())` for a valid
/// value, `Err` with what is wrong.
///
/// ```
/// use codec_core::{Decode, DecodeErrorKind, Format, Sv2};
/// fn even(value: &u8) -> Result<(), &'static str> {
///     if value % 2 == 0 { Ok(()) } else { Err("must be even") }
/// }
/// #[derive(Debug, Decode)]
/// struct Pair { #[codec(check = even)] one: u8 }
/// let error = Sv2::from_slice::<Pair>(&[3]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 0));
/// assert_eq!(Sv2::explain::<Pair>(&[3]).to_string(), "Pair.one at byte 0: must be even");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the result of a check",
    label = "the function that `check` names returns `bool` or `Result<(), &'static str>`"
)]
pub trait Verdict {
    /// Returns what is wrong, if anything is.
    fn refusal(self) -> Option<&'static str>;
}

impl Verdict for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn refusal(self) -> Option<&'static str> {
        if self { None } else { Some("check failed") }
    }
}

impl Verdict for Result<(), &'static str> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn refusal(self) -> Option<&'static str> {
        self.err()
    }
}
