//! Fields that never have bytes.

use codec_core::schema::FieldEncoding;

use crate::model::{Body, Field, Magic, Model, Padding, Type};

/// The named types of a model that never have bytes, by their index.
///
/// Each type is looked at once: it is empty as soon as all the types that it refers to are. A type
/// that contains itself never becomes empty, and has no values.
pub(super) struct Empty(Vec<bool>);

impl Empty {
    pub(super) fn new(model: &Model) -> Self {
        let count = model.named.len();
        // Numbers of parts that are not known to be empty, and the types that wait for a type.
        let (mut missing, mut waiting) = (vec![0; count], vec![Vec::new(); count]);
        let mut open = Vec::new();
        for (index, named) in model.named.iter().enumerate() {
            let mut parts = Vec::new();
            let Body::Struct(of) = &named.body else { continue };
            if of.magic.is_some()
                || of.version.is_some()
                || !of.fields.iter().all(|field| of_field(field, &mut parts))
            {
                continue;
            }
            if parts.is_empty() {
                open.push(index);
            }
            missing[index] = parts.len();
            for part in parts {
                waiting[part].push(index);
            }
        }
        let mut empty = vec![false; count];
        while let Some(index) = open.pop() {
            empty[index] = true;
            for user in std::mem::take(&mut waiting[index]) {
                missing[user] -= 1;
                if missing[user] == 0 {
                    open.push(user);
                }
            }
        }
        Self(empty)
    }

    /// Returns true if a field never has bytes.
    pub(super) fn has(&self, field: &Field) -> bool {
        let mut parts = Vec::new();
        of_field(field, &mut parts) && parts.into_iter().all(|part| self.0[part])
    }
}

/// Returns true if a field has no bytes when the named types in `parts` have none.
fn of_field(field: &Field, parts: &mut Vec<usize>) -> bool {
    if field.padding != Padding::NONE || field.bytes.is_some() {
        return false;
    }
    match (&field.magic, field.encoding) {
        (Some(Magic::Bytes(bytes)), _) => bytes.is_empty(),
        (Some(_), _) => false,
        (None, FieldEncoding::Plain) => of_type(&field.ty, parts),
        (None, _) => !field.is_on_wire(),
    }
}

fn of_type(ty: &Type, parts: &mut Vec<usize>) -> bool {
    match ty {
        Type::Unit | Type::Array(_, 0) => true,
        Type::Array(item, _) | Type::Needs(_, item) => of_type(item, parts),
        Type::Tuple(items) => items.iter().all(|item| of_type(item, parts)),
        Type::Named(index) => {
            parts.push(*index);
            true
        }
        _ => false,
    }
}
