//! The elements that end sequences: which conditions on them the description has all parts of.

use codec_core::schema::{Field, FieldEncoding, Kind, Node, Operand, Schema, SchemaRef, Seq};

/// The type that determines the bytes.
fn same(schema: SchemaRef) -> &'static Schema {
    let mut schema = schema.resolve();
    for _ in 0..64 {
        let (Kind::Same(of) | Kind::Boxed(of)) = schema.kind else { break };
        schema = of.resolve();
    }
    schema
}

/// Returns `true` if the last element of a field encoded as [`FieldEncoding::Ended`] is known: the
/// field is a sequence, and the condition consists of parts that every element has.
pub(crate) fn is_described(field: &Field) -> bool {
    let content = match (field.condition, &same(field.ty).kind) {
        (Some(_), Kind::Optional(inner)) => same(*inner),
        _ => same(field.ty),
    };
    match (field.until.and_then(|until| until.end.node), &content.kind) {
        (Some(node), Kind::Seq(Seq { item, .. })) => known(node, *item),
        _ => false,
    }
}

fn known(node: &Node, item: SchemaRef) -> bool {
    match node {
        Node::Field(Operand::Element(path)) => {
            let of = part(item, path).map(|of| &of.kind);
            matches!(of, Some(Kind::Int(_) | Kind::Bool | Kind::Length(_)))
        }
        Node::Field(Operand::ElementLen(path)) => {
            matches!(part(item, path).map(|of| &of.kind), Some(Kind::Seq(_)))
        }
        Node::Field(Operand::ElementIs(path, name)) => match part(item, path).map(|of| &of.kind) {
            Some(Kind::Enum(of)) => {
                of.variants.iter().any(|one| one.name == *name && one.tag.is_some())
            }
            _ => false,
        },
        Node::Named(_, value) => value().is_some(),
        Node::Not(of) => known(of, item),
        Node::Binary(_, left, right) => known(left, item) && known(right, item),
        _ => true,
    }
}

/// The type of the field with this path, if every value has it.
fn part(item: SchemaRef, path: &str) -> Option<&'static Schema> {
    let mut of = same(item);
    for name in path.split('.').filter(|name| !name.is_empty()) {
        let Kind::Struct(record) = &of.kind else { return None };
        let field = record.fields.iter().find(|field| field.name == name)?;
        let is_plain = matches!(
            field.encoding,
            FieldEncoding::Plain | FieldEncoding::Counted | FieldEncoding::Tail
        );
        if !is_plain || field.condition.is_some() || record.version.is_some() {
            return None;
        }
        of = same(field.ty);
    }
    Some(of)
}
