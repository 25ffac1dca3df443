//! A list without cargo-mutants, for every change of the code: the operators alone, replaced
//! and named, as cargo-mutants does. Takes no time to install.

use crate::list::{Genre, Mutant, Place, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The changes of operators in the files named.
pub fn all(files: &[&str]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of Rust");
        let (of, function) = (String::new(), String::new());
        let mut operators = Operators { file, text: &text, of, function, found: &mut found };
        operators.visit_file(&syn::parse_file(&text).expect("Rust"));
    }
    found
}

struct Operators<'a> {
    file: &'a str,
    text: &'a str,
    /// The block of methods that is gone through, as cargo-mutants names it, and the function.
    of: String,
    function: String,
    found: &'a mut Vec<Mutant>,
}

impl Operators<'_> {
    /// Text of a node in its file.
    fn text_of(&self, node: &impl Spanned) -> &str {
        &self.text[node.span().byte_range()]
    }

    fn add(&mut self, node: &impl Spanned, genre: Genre, what: &str, replacement: &str) {
        let place = |at: proc_macro2::LineColumn| Place { line: at.line, column: at.column + 1 };
        let span = Span { start: place(node.span().start()), end: place(node.span().end()) };
        let (file, line, column) = (self.file, span.start.line, span.start.column);
        let name = format!("{file}:{line}:{column}: {what} in {}", self.function);
        let replacement = replacement.to_owned();
        self.found.push(Mutant {
            name,
            file: file.to_owned(),
            genre,
            replacement,
            span,
            by: String::new(),
        });
    }
}

/// Operators that replace a binary operator.
fn others(operator: &syn::BinOp) -> &'static [&'static str] {
    use syn::BinOp as Op;
    match operator {
        Op::Eq(_) => &["!="],
        Op::Ne(_) => &["=="],
        Op::Lt(_) => &["==", ">", "<="],
        Op::Gt(_) => &["==", "<", ">="],
        Op::Le(_) => &[">"],
        Op::Ge(_) => &["<"],
        Op::And(_) => &["||"],
        Op::Or(_) => &["&&"],
        Op::Add(_) => &["-", "*"],
        Op::Sub(_) => &["+", "/"],
        Op::Mul(_) => &["+", "/"],
        Op::Shl(_) => &[">>"],
        Op::Shr(_) => &["<<"],
        Op::BitAnd(_) => &["|", "^"],
        Op::BitOr(_) => &["&", "^"],
        Op::BitXor(_) => &["|", "&"],
        Op::AddAssign(_) => &["-=", "*="],
        Op::SubAssign(_) => &["+=", "/="],
        _ => &[],
    }
}

/// Returns whether an item is compiled for tests alone, and so is none of the code.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            list.path.is_ident("cfg") && list.tokens.to_string().contains("test")
        }
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Operators<'_> {
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !is_test(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let of = self.text_of(&node.self_ty);
        self.of = match &node.trait_ {
            Some((name, _)) => format!("<impl {} for {of}>::", self.text_of(name)),
            None => format!("{of}::"),
        };
        visit::visit_item_impl(self, node);
        self.of.clear();
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if !is_test(&node.attrs) {
            self.function = node.sig.ident.to_string();
            visit::visit_item_fn(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if !is_test(&node.attrs) {
            self.function = format!("{}{}", self.of, node.sig.ident);
            visit::visit_impl_item_fn(self, node);
        }
    }

    // Code that runs in the compiler can't be switched.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        for other in others(&node.op) {
            let what = format!("replace {} with {other}", self.text_of(&node.op));
            self.add(&node.op, Genre::BinaryOperator, &what, other);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        match node.op {
            syn::UnOp::Not(_) => self.add(&node.op, Genre::UnaryOperator, "delete !", ""),
            syn::UnOp::Neg(_) => self.add(&node.op, Genre::UnaryOperator, "delete -", ""),
            _ => {}
        }
        visit::visit_expr_unary(self, node);
    }
}
