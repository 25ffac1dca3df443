//! Rules on bit fields.

use quote::ToTokens as _;
use syn::Type;

use crate::attr::Ctxt;
use crate::diagnostics::{BITS_OF_TYPE, BITS_RUN, BITS_WIDTH};
use crate::gather::Gather as _;
use crate::model::{Encoding, Field, Fields};
use crate::tags::literal;

/// The number of bits of an integer type, by its name, up to 64.
pub(super) fn bits_of(ty: &Type) -> Option<u32> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?.to_string();
    let bits = name.strip_prefix(['u', 'i'])?.parse().ok()?;
    [8, 16, 32, 64].contains(&bits).then_some(bits)
}

/// The index of the first field of the run that a bit field is in.
pub(super) fn first_of_run(fields: &Fields<'_>, field: &Field<'_>) -> usize {
    let before = fields.list[..=field.index].iter().rev().filter(|field| field.is_on_wire());
    let run = before.take_while(|field| field.encoding() == Encoding::Bits);
    run.last().map_or(field.index, |first| first.index)
}

/// The fields of a run fill whole bytes, as far as literals show; the compiler checks the rest.
pub(super) fn check_runs(cx: &Ctxt, fields: &Fields<'_>) {
    let on_wire: Vec<&Field<'_>> = fields.list.iter().filter(|field| field.is_on_wire()).gathered();
    for run in on_wire.chunk_by(|one, next| one.encoding() == next.encoding()) {
        let widths: Option<Vec<_>> = run.iter().map(|field| field.attrs.bits.value()).collect();
        let Some(widths) = widths else { continue };
        let numbers: Option<Vec<_>> = widths.iter().map(|value| literal(value)).collect();
        let Some(numbers) = numbers else { continue };
        for ((value, number), field) in widths.iter().zip(&numbers).zip(run) {
            if !(1..=64).contains(number) {
                cx.refuse(value, &BITS_WIDTH, &[]);
            } else if bits_of(field.ty).is_some_and(|bits| i128::from(bits) < *number) {
                cx.refuse(value, &BITS_OF_TYPE, &[&field.ty.to_token_stream(), &number]);
            }
        }
        let total = numbers.iter().fold(0, |total: i128, number| total.saturating_add(*number));
        if total % 8 != 0 || total > 64 {
            let name = run.first().filter(|field| field.encoding() == Encoding::Bits);
            if let Some(name) = name.and_then(|field| field.attrs.bits.name()) {
                cx.refuse(name, &BITS_RUN, &[&total]);
            }
        }
    }
}
