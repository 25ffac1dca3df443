//! All types of a plan as Kaitai types and enums.

use std::fmt::Write as _;

use std::collections::BTreeSet;

use super::attribute::Attribute;
use super::layout::Layout;
use super::number;
use super::words::{Words, bytes, text};
use crate::plan::{Body, Plan, Shape, Type, Version, snake};

/// The types of a specification.
pub(super) struct Types<'p> {
    plan: &'p Plan,
    names: Vec<String>,
    /// Each type, or what can't be expressed and why.
    all: Vec<Result<Written, Refused>>,
}

/// The place, and the reason.
type Refused = (String, String);

/// A generated type, and its dependencies.
struct Written {
    text: String,
    uses: Vec<usize>,
    enums: Vec<usize>,
    shared: Vec<String>,
}

impl<'p> Types<'p> {
    pub(super) fn new(plan: &'p Plan, root: &str) -> Self {
        let mut words = Words::types();
        words.take(root);
        for helper in ["bool_bit", "bool_byte"] {
            words.take(helper);
        }
        // The names of types for variable-length numbers start with `vlq`.
        let names = plan.types.iter().map(|of| snake(&of.name).replacen("vlq", "v_lq", 1));
        let names: Vec<_> = names.map(|name| words.take(&name)).collect();
        let types = plan.types.iter().zip(&names).map(|(of, name)| {
            let (parts, uses) = (String::new(), Vec::new());
            let (owner, enums, shared) = (name.clone(), Vec::new(), Vec::new());
            let mut layout = Layout {
                plan,
                names: &names,
                words: &mut words,
                owner,
                parts,
                uses,
                enums,
                shared,
            };
            let text = write(&mut layout, of, name);
            let Layout { parts, uses, enums, shared, .. } = layout;
            let place = |(field, reason)| (format!("{}{field}", of.own), reason);
            text.map(|text| Written { text: text + &parts, uses, enums, shared }).map_err(place)
        });
        let all = types.collect();
        Self { plan, names, all }
    }

    /// The type of a message, and its index.
    pub(super) fn message(&self, shape: &Shape) -> Result<(&str, usize), Refused> {
        let Shape::Type(index) = *shape else {
            return Err((
                String::from("the message"),
                String::from("neither a struct nor an enum"),
            ));
        };
        for used in self.reached(&[index]) {
            if let Err(refused) = &self.all[used] {
                return Err(refused.clone());
            }
        }
        Ok((&self.names[index], index))
    }

    /// All types reachable from these, including themselves.
    fn reached(&self, roots: &[usize]) -> BTreeSet<usize> {
        let (mut reached, mut left) = (BTreeSet::new(), roots.to_vec());
        while let Some(index) = left.pop() {
            if reached.insert(index)
                && let Ok(written) = &self.all[index]
            {
                left.extend(&written.uses);
            }
        }
        reached
    }

    fn needed(&self, roots: &[usize]) -> impl Iterator<Item = &Written> {
        let reached = self.reached(roots);
        reached.into_iter().filter_map(|index| self.all[index].as_ref().ok())
    }

    /// The source text of the types that these messages need.
    pub(super) fn written(&self, roots: &[usize]) -> String {
        let shared: BTreeSet<_> = self.needed(roots).flat_map(|one| one.shared.iter()).collect();
        let types = self.needed(roots).map(|one| one.text.clone());
        types.chain(shared.into_iter().filter_map(|name| helper(name))).collect()
    }

    /// The source text of the enums that these messages need.
    pub(super) fn enums(&self, roots: &[usize]) -> String {
        let needed: BTreeSet<_> = self.needed(roots).flat_map(|one| one.enums.iter()).collect();
        let mut enums = String::new();
        for &index in needed {
            let Body::Enum { variants, .. } = &self.plan.types[index].body else { continue };
            let _ = writeln!(enums, "  {}:", self.names[index]);
            let mut words = Words::fields();
            for variant in variants {
                let Some(tag) = variant.tag else { continue };
                let id = words.take(&snake(variant.name));
                let _ = writeln!(enums, "    {tag}:\n      id: {id}");
                if !variant.doc.is_empty() {
                    let _ = writeln!(enums, "      doc: {}", text(variant.doc));
                }
            }
        }
        if enums.is_empty() { enums } else { format!("enums:\n{enums}") }
    }
}

/// A type that doesn't depend on the protocol.
fn helper(name: &str) -> Option<String> {
    let valid = match name {
        "bool_bit" => "",
        "bool_byte" => "        valid: 0\n",
        _ => return number::written(name),
    };
    Some(format!(
        "  {name}:\n    seq:\n      - id: value\n        type: b1\n      - type: b7\n{valid}"
    ))
}

fn write(layout: &mut Layout<'_>, of: &Type, name: &str) -> Result<String, Refused> {
    let mut seq = Vec::new();
    if let Some(magic) = of.magic.as_ref().filter(|magic| !magic.bytes.is_empty()) {
        seq.push(Attribute::new("magic", &[&format!("contents: {}", bytes(&magic.bytes))]));
    }
    let whole = |reason| (String::new(), reason);
    match &of.body {
        Body::Struct { version: None, items } => seq.extend(layout.fields(items, None)?),
        Body::Struct { version: Some(version), items } => {
            let (body, text) = versioned(layout, *version, items, name)?;
            seq.extend(body);
            layout.parts.push_str(&text);
        }
        Body::Enum { tag, variants } => {
            let (mut attribute, value) = layout.int(tag, "tag").map_err(whole)?;
            let element = if value == "tag" { "_" } else { "_.value" };
            let tags = variants.iter().map(|variant| variant.tag);
            if let Some(tags) = tags.collect::<Option<Vec<_>>>() {
                let any = tags.iter().map(|tag| format!("{element} == {tag}"));
                attribute = attribute.valid(any.collect::<Vec<_>>().join(" or "));
            }
            seq.push(attribute);
            let mut cases = String::new();
            // The content after any other tag; known tags without content need cases of their own.
            let is_open =
                variants.iter().any(|variant| variant.tag.is_none() && !variant.items.is_empty());
            for variant in variants {
                let tag = match variant.tag {
                    Some(tag) if is_open || !variant.items.is_empty() => tag.to_string(),
                    None if is_open => String::from("_"),
                    _ => continue,
                };
                let fields = layout.fields(&variant.items, None);
                let fields = fields
                    .map_err(|(field, reason)| (format!("::{}{field}", variant.name), reason))?;
                let case = layout.words.take(&format!("{name}_{}", snake(variant.name)));
                let text = type_of(&case, variant.doc, &fields);
                layout.parts.push_str(&text);
                let _ = write!(cases, "\n            {tag}: {case}");
            }
            if !cases.is_empty() {
                let switch =
                    format!("type:\n          switch-on: {value}\n          cases:{cases}");
                seq.push(Attribute::new("body", &[&switch]));
            }
        }
    }
    Ok(type_of(name, of.doc, &seq))
}

/// Version, length and body.
fn versioned(
    layout: &mut Layout<'_>,
    version: Version,
    items: &[crate::plan::Item],
    name: &str,
) -> Result<(Vec<Attribute>, String), Refused> {
    let whole = |reason| (String::new(), reason);
    let (number, value) = layout.int(&version.number, "version").map_err(whole)?;
    let element = if value == "version" { "_" } else { "_.value" };
    let mut head = Vec::new();
    let mut version_of_parent = format!("_parent.{value}");
    if version.readable_since.is_some() {
        // A value of an older program, which this type reads too, begins with its version.
        let marked = |id, layout: &mut Layout<'_>| {
            let (mut number, _) = layout.int(&version.number, id).map_err(whole)?;
            number.condition.push(format!("{value} == 0"));
            Ok::<_, Refused>(number)
        };
        let own = marked("marked_version", layout)?.valid(format!("{element} != 0"));
        let known = version.known;
        let oldest = marked("readable_since", layout)?
            .valid(format!("{element} >= 2 and {element} <= {known}"));
        let marked = value.replacen("version", "marked_version", 1);
        version_of_parent = format!("(_parent.{value} == 0 ? _parent.{marked} : _parent.{value})");
        head.extend([number, own, oldest]);
    } else {
        head.push(number.valid(format!("{element} != 0")));
    }
    let (len, size) = layout.int(&version.len, "len_body").map_err(whole)?;
    let fields = layout.fields(items, Some(&version_of_parent))?;
    let body = layout.words.take(&format!("{name}_body"));
    let attribute = Attribute::new("body", &[&format!("size: {size}"), &format!("type: {body}")]);
    head.extend([len, attribute]);
    Ok((head, type_of(&body, "", &fields)))
}

fn type_of(name: &str, doc: &str, seq: &[Attribute]) -> String {
    let doc = match doc {
        "" => String::new(),
        doc => format!("    doc: {}\n", text(doc)),
    };
    let parts: String = seq.iter().map(Attribute::written).collect();
    match (doc.is_empty(), parts.is_empty()) {
        (true, true) => format!("  {name}: {{}}\n"),
        (_, true) => format!("  {name}:\n{doc}"),
        _ => format!("  {name}:\n{doc}    seq:\n{parts}"),
    }
}
