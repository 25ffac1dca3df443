//! Rules on bit fields.

use quote::ToTokens as _;
use syn::{Error, Expr, ExprLit, Lit, Type};

use crate::attr::Ctxt;
use crate::diagnostics::{BITS_OF_TYPE, BITS_RUN, BITS_WIDTH};
use crate::gather::Gather as _;
use crate::model::{Field, Fields, Travel};

/// A width that is a literal.
fn width(value: &Expr) -> Option<u64> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// How many bits an integer has, by the name of its type, up to 64.
pub(super) fn bits_of(ty: &Type) -> Option<u32> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?.to_string();
    let bits = name.strip_prefix(['u', 'i'])?.parse().ok()?;
    [8, 16, 32, 64].contains(&bits).then_some(bits)
}

/// The fields of a run fill whole bytes, as far as literals show; the compiler checks the rest.
pub(super) fn check_runs(cx: &Ctxt, fields: &Fields<'_>) {
    let travelling: Vec<&Field<'_>> = fields.list.iter().filter(|field| field.travels()).gathered();
    for run in travelling.chunk_by(|one, next| one.travel() == next.travel()) {
        let widths: Option<Vec<_>> = run.iter().map(|field| field.attrs.bits.value()).collect();
        let Some(widths) = widths else { continue };
        let numbers: Option<Vec<u64>> = widths.iter().map(|value| width(value)).collect();
        let Some(numbers) = numbers else { continue };
        for ((value, number), field) in widths.iter().zip(&numbers).zip(run) {
            if !(1..=64).contains(number) {
                cx.push(Error::new_spanned(value, BITS_WIDTH.text(&[])));
            } else if bits_of(field.ty).is_some_and(|bits| u64::from(bits) < *number) {
                let names = [field.ty.to_token_stream().to_string(), number.to_string()];
                let text = BITS_OF_TYPE.text(&names.each_ref().map(String::as_str));
                cx.push(Error::new_spanned(value, text));
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
