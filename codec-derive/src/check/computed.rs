//! Rules on fields that are computed.

use syn::{Ident, Type};

use crate::attr::{Computed, Ctxt, Question, free_names};
use crate::check::expression::binds;
use crate::check::field::check_run;
use crate::diagnostics::{
    COMPUTED_CONDITION, COMPUTED_CYCLE, COMPUTED_ITSELF, COMPUTED_LATER, COMPUTED_SIZE,
};
use crate::model::{Field, Fields, Model, unraw};

/// Every run that an expression asks about consists of fields on the wire.
pub(super) fn check_computed(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    for field in &fields.list {
        let Some(computed) = field.computed() else { continue };
        for run in &computed.runs {
            let Some([first, last]) = check_run(cx, fields, &run.fields) else { continue };
            if run.question == Question::Bytes {
                check_bytes(cx, fields, field, first, last, &run.name);
            }
        }
        check_size(cx, model, field, &computed);
        check_cycle(cx, fields, field, &computed);
        let late = computed.is_late();
        cx.refuse_given(&field.attrs.condition, late, &COMPUTED_CONDITION, &[&field.name()]);
        for error in computed.wrong {
            cx.push(error);
        }
    }
}

/// No run includes bytes that are not yet known when the field is computed.
fn check_bytes(
    cx: &Ctxt,
    fields: &Fields<'_>,
    field: &Field<'_>,
    first: usize,
    last: usize,
    place: &Ident,
) {
    for other in &fields.list[first..=last] {
        let known = match other.index {
            index if index == field.index => &COMPUTED_ITSELF,
            index if index > field.index && other.is_late() => &COMPUTED_LATER,
            _ => continue,
        };
        cx.refuse(place, known, &[&other.name(), &field.name()]);
    }
}

/// No value is needed to compute it.
fn check_cycle(cx: &Ctxt, fields: &Fields<'_>, field: &Field<'_>, computed: &Computed) {
    let (mut reached, mut index) = (vec![field.index], 0);
    // The fields that the value is computed from, with those that they are computed from.
    while let Some(from) = reached.get(index).map(|from| &fields.list[*from]) {
        let next = from.computed().filter(|next| !binds(next.tokens.clone()));
        for name in next.iter().flat_map(|next| free_names(&next.tokens)) {
            let named = fields.list.iter().find(|field| field.name() == unraw(&name));
            match named.map(|named| named.index) {
                Some(named) if named == field.index => {
                    let first = free_names(&computed.tokens);
                    cx.refuse(first.first(), &COMPUTED_CYCLE, &[&field.name()]);
                    return;
                }
                Some(named) if !reached.contains(&named) => reached.push(named),
                _ => {}
            }
        }
        index += 1;
    }
}

/// Bytes that are written over the field's place have the size of that place.
fn check_size(cx: &Ctxt, model: &Model<'_>, field: &Field<'_>, computed: &Computed) {
    let (own, around) = (&field.attrs, &model.attrs);
    let orders = [&own.be, &own.le, &around.be, &around.le];
    let ordered = orders.iter().any(|order| order.is_given());
    let byte = |ty: &Type| match ty {
        Type::Path(path) => path.path.is_ident("u8") || path.path.is_ident("i8"),
        Type::Array(_) => true,
        _ => false,
    };
    if computed.is_late()
        && !field.attrs.condition.is_given()
        && (field.attrs.bits.is_given() || !(ordered || byte(field.ty)))
    {
        cx.refuse(field.ty, &COMPUTED_SIZE, &[&field.name()]);
    }
}
