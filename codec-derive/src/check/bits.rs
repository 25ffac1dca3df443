//! Rules on bit fields.

use syn::{Error, Expr, ExprLit, Lit};

use crate::attr::Ctxt;
use crate::diagnostics::{BITS_RUN, BITS_WIDTH};
use crate::gather::Gather as _;
use crate::model::{Field, Fields, Travel};

/// A width that is a literal.
fn width(value: &Expr) -> Option<u64> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// The fields of a run fill whole bytes, as far as literals show; the compiler checks the rest.
pub(super) fn check_runs(cx: &Ctxt, fields: &Fields<'_>) {
    let travelling: Vec<&Field<'_>> = fields.list.iter().filter(|field| field.travels()).gathered();
    for run in travelling.chunk_by(|one, next| one.travel() == next.travel()) {
        let widths: Option<Vec<_>> = run.iter().map(|field| field.attrs.bits.value()).collect();
        let Some(widths) = widths else { continue };
        let numbers: Option<Vec<u64>> = widths.iter().map(|value| width(value)).collect();
        let Some(numbers) = numbers else { continue };
        for (value, number) in widths.iter().zip(&numbers) {
            if !(1..=64).contains(number) {
                cx.push(Error::new_spanned(value, BITS_WIDTH.text(&[])));
            }
        }
        let total: u64 = numbers.iter().fold(0, |total, number| total.saturating_add(*number));
        if !total.is_multiple_of(8) || total > 64 {
            let name = run.first().filter(|field| field.travel() == Travel::Bits);
            if let Some(name) = name.and_then(|field| field.attrs.bits.name()) {
                cx.push(Error::new_spanned(name, BITS_RUN.text(&[&total.to_string()])));
            }
        }
    }
}
