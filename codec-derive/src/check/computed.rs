//! Rules on fields that are computed.

use syn::{Error, Ident, Type};

use crate::attr::{Computed, Ctxt, Question};
use crate::diagnostics::{
    COMPUTED_CONDITION, COMPUTED_ITSELF, COMPUTED_LATER, COMPUTED_SIZE, SPAN_REVERSED,
    SPAN_UNKNOWN_FIELD,
};
use crate::model::{Field, Fields, Model, unraw};

/// Every run that an expression asks about consists of fields on the wire.
pub(super) fn check_computed(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    for field in &fields.list {
        let Some(computed) = field.computed() else { continue };
        for run in &computed.runs {
            let places = [&run.fields.first, &run.fields.last].map(|name| {
                let found = travelling(fields, name);
                if found.is_none() {
                    let text = SPAN_UNKNOWN_FIELD.text(&[&name.to_string()]);
                    cx.push(Error::new_spanned(name, text));
                }
                found
            });
            let [Some(first), Some(last)] = places else { continue };
            if first > last {
                let names = [run.fields.first.to_string(), run.fields.last.to_string()];
                let text = SPAN_REVERSED.text(&[&names[0], &names[1]]);
                cx.push(Error::new_spanned(&run.fields.first, text));
            } else if run.question == Question::Bytes {
                check_bytes(cx, fields, field, first, last, &run.name);
            }
        }
        check_size(cx, model, field, &computed);
        if let Some(name) = field.attrs.condition.name().filter(|_| computed.is_late()) {
            let text = COMPUTED_CONDITION.text(&[&field.name()]);
            cx.push(Error::new_spanned(name, text));
        }
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
        let text = match other.index {
            index if index == field.index => COMPUTED_ITSELF.text(&[&field.name()]),
            index if index > field.index && other.is_late() => {
                COMPUTED_LATER.text(&[&other.name(), &field.name()])
            }
            _ => continue,
        };
        cx.push(Error::new(place.span(), text));
    }
}

/// What is written over the field's place has the size of that place.
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
        let text = COMPUTED_SIZE.text(&[&field.name()]);
        cx.push(Error::new_spanned(field.ty, text));
    }
}

/// The index of a field that may be part of a run.
fn travelling(fields: &Fields<'_>, name: &Ident) -> Option<usize> {
    fields.list.iter().position(|field| field.travels() && field.name() == unraw(name))
}
