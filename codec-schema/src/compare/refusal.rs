//! Types that a format does not support.

use codec_core::schema::{FieldEncoding, Width};

use crate::measure::{Encoding, support};
use crate::model::{Body, Field, Model, Type};

impl Model {
    /// The first part that a format does not support: where, and the format's hint; `None` if it
    /// supports everything.
    ///
    /// ```
    /// use codec_schema::{Encoding, Model};
    /// let model = Model::of::<(u16, Option<u8>)>()?;
    /// assert_eq!(model.refused(&Encoding::SV2), None);
    /// assert!(model.refused(&Encoding::CONSENSUS).unwrap().contains("has no options"));
    /// # Ok::<(), codec_schema::ModelError>(())
    /// ```
    pub fn refused(&self, encoding: &Encoding) -> Option<String> {
        refused(self, encoding)
    }
}

fn refused(model: &Model, encoding: &Encoding) -> Option<String> {
    if let Some(hint) = of_type(&model.root, encoding) {
        return Some(hint);
    }
    model.named.iter().find_map(|named| {
        let of = |fields: &[Field]| fields.iter().find_map(|field| of_field(field, encoding));
        let hint = match &named.body {
            Body::Struct(body) => match body.version {
                Some(_) => encoding.rules.unsupported.version.map(str::to_owned),
                None => None,
            }
            .or_else(|| of(&body.fields)),
            Body::Enum(body) => {
                let tag = (body.tag == Width::Format)
                    .then(|| encoding.rules.unsupported.tag.map(str::to_owned))
                    .flatten();
                tag.or_else(|| body.variants.iter().find_map(|variant| of(&variant.fields)))
            }
            Body::Messages(body) => body.variants.iter().find_map(|(_, ty)| of_type(ty, encoding)),
        };
        hint.map(|hint| format!("{}: {hint}", named.name))
    })
}

fn of_field(field: &Field, encoding: &Encoding) -> Option<String> {
    if !field.is_on_wire() {
        return None;
    }
    let ty = match &field.ty {
        Type::Option(item) if field.nullable => item,
        ty => ty,
    };
    let hint = match (field.encoding, ty) {
        // The field's own count replaces that of the type.
        (FieldEncoding::Tail | FieldEncoding::Ended, Type::Seq(seq)) => {
            of_type(&seq.item, encoding)
        }
        (FieldEncoding::Tail, Type::Option(item)) => of_type(item, encoding),
        (FieldEncoding::Counted, ty) if field.len != Width::Format || field.count.is_some() => {
            match ty {
                Type::Seq(seq) => of_type(&seq.item, encoding),
                Type::Option(item) => of_type(item, encoding),
                other => of_type(other, encoding),
            }
        }
        (_, ty) => of_type(ty, encoding),
    };
    hint.map(|hint| format!("{}: {hint}", field.name))
}

/// Skips named types, which are checked separately.
fn of_type(ty: &Type, encoding: &Encoding) -> Option<String> {
    let format = encoding.rules.unsupported;
    let both =
        |own: Option<&str>, item: &Type| own.map(str::to_owned).or_else(|| of_type(item, encoding));
    match ty {
        Type::Char => format.character.map(str::to_owned),
        Type::Int(int) => support::of_int(*int, format).map(str::to_owned),
        Type::Float(4) => format.single.map(str::to_owned),
        Type::Float(_) => format.double.map(str::to_owned),
        Type::Length(_) => format.sequence.map(str::to_owned),
        Type::Array(item, _) => of_type(item, encoding),
        Type::Seq(seq) => {
            both(support::of_seq(seq.content, seq.width, seq.until, format), &seq.item)
        }
        Type::Option(item) => both(format.option, item),
        Type::Result(ok, err) => both(format.result, ok).or_else(|| of_type(err, encoding)),
        Type::Tuple(items) => items.iter().find_map(|item| of_type(item, encoding)),
        Type::Quirk(name, with, without) => {
            let with_it = encoding.rules.quirks.iter().any(|quirk| quirk.name() == name);
            of_type(if with_it { with } else { without }, encoding)
        }
        Type::Needs(need, inner) => both(support::of_need(*need, format), inner),
        Type::Unit | Type::Bool | Type::Named(_) | Type::Opaque(_) => None,
    }
}
