//! Puts each change next to what it changes: `if on(7) { changed } else { as it was }`.
//!
//! Each changed text is between `/*<7*/` and `/*>7*/`, so that an error of the compiler can be
//! attributed to this change.

use crate::list::{Genre, Mutant};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Rewrites every file that a change names, and prints the changes that it finds no place for.
pub fn all(mutants: &[Mutant], tree: &Path, refused: &BTreeSet<usize>) {
    let files: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
    for file in files {
        let path = tree.join(file);
        let text = std::fs::read_to_string(&path).expect("a file of the list");
        let here = mutants.iter().enumerate().filter(|(_, mutant)| mutant.file == file);
        let mut sites = Sites::new(&text);
        for (number, mutant) in here.filter(|(number, _)| !refused.contains(number)) {
            sites.wanted.entry(mutant.range(&text).start).or_default().push((number, mutant));
        }
        sites.visit_file(&syn::parse_file(&text).expect("Rust"));
        sites.at_starts_of_bodies(mutants);
        sites.expressions(&text);
        for (number, mutant) in sites.wanted.values().flatten() {
            if !sites.placed.contains(number) {
                // `let` can't be an operand of `||`, and only `_` stands in for a deleted arm.
                println!("{number} grammar {}", mutant.name);
            }
        }
        std::fs::write(&path, sites.render(0..text.len())).expect("the file, rewritten");
    }
}

/// A piece of the text that is rewritten.
struct Site {
    range: Range<usize>,
    change: Change,
}

enum Change {
    /// An expression, and what else it may be.
    Expression(Vec<(usize, String)>),
    /// Text that goes before the start, and text that goes after the end.
    Around(String, String),
}

struct Sites<'t, 'm> {
    text: &'t str,
    wanted: BTreeMap<usize, Vec<(usize, &'m Mutant)>>,
    placed: BTreeSet<usize>,
    /// Starts of arms that may be deleted, and the change that deletes them.
    deleted: Vec<(usize, usize)>,
    sites: Vec<Site>,
}

fn marked(number: usize, text: &str) -> String {
    format!("/*<{number}*/{text}/*>{number}*/")
}

fn on(number: usize) -> String {
    format!("::mutant_switch::on({number})")
}

impl<'t, 'm> Sites<'t, 'm> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            wanted: BTreeMap::new(),
            placed: BTreeSet::new(),
            deleted: Vec::new(),
            sites: Vec::new(),
        }
    }

    /// The changes of one kind that begin at a place.
    fn at(&mut self, start: usize, genre: Genre) -> Vec<(usize, &'m Mutant)> {
        let all = self.wanted.get(&start).into_iter().flatten();
        let found: Vec<_> = all.filter(|(_, mutant)| mutant.genre == genre).copied().collect();
        self.placed.extend(found.iter().map(|(number, _)| number));
        found
    }

    fn expression(&mut self, range: Range<usize>, others: Vec<(usize, String)>) {
        if !others.is_empty() {
            self.sites.push(Site { range, change: Change::Expression(others) });
        }
    }

    fn around(&mut self, range: Range<usize>, before: String, after: String) {
        self.sites.push(Site { range, change: Change::Around(before, after) });
    }

    fn of<T: Spanned>(&self, node: &T) -> &'t str {
        &self.text[node.span().byte_range()]
    }

    /// Bodies of functions: what they return instead comes before their first statement.
    fn at_starts_of_bodies(&mut self, mutants: &'m [Mutant]) {
        let starts: Vec<usize> = self.wanted.keys().copied().collect();
        for start in starts {
            for (number, _) in self.at(start, Genre::FnValue) {
                let value = marked(number, &mutants[number].replacement);
                let early = format!("if {} {{ return {value}; }}\n", on(number));
                self.around(start..start, early, String::new());
            }
        }
    }

    /// Expressions that are named by their text.
    fn expressions(&mut self, text: &str) {
        let starts: Vec<usize> = self.wanted.keys().copied().collect();
        for start in starts {
            for (number, mutant) in self.at(start, Genre::Expression) {
                let other = format!("({})", mutant.replacement);
                self.expression(mutant.range(text), vec![(number, other)]);
            }
        }
    }

    /// A part of the text with all changes in it.
    fn render(&self, range: Range<usize>) -> String {
        self.render_below(range, None)
    }

    /// Like [`render`](Self::render), for the part of the text that is in the site `above`.
    fn render_below(&self, range: Range<usize>, above: Option<usize>) -> String {
        let within = |site: &Site| range.start <= site.range.start && site.range.end <= range.end;
        // Sites nest: of those inside, the outermost; of two with one range, the first.
        let below: Vec<usize> = (0..self.sites.len())
            .filter(|&at| {
                within(&self.sites[at]) && above.is_none_or(|above| self.nests(above, at))
            })
            .collect();
        let mut outer: Vec<usize> = below
            .iter()
            .copied()
            .filter(|&at| !below.iter().any(|&other| self.nests(other, at)))
            .collect();
        outer.sort_by_key(|&at| (self.sites[at].range.start, self.sites[at].range.end));
        let (mut out, mut end) = (String::new(), range.start);
        for at in outer {
            let site = &self.sites[at];
            out.push_str(&self.text[end..site.range.start]);
            out.push_str(&self.site(at));
            end = site.range.end;
        }
        out + &self.text[end..range.end]
    }

    /// Returns whether site `inner` is rewritten within site `outer`.
    fn nests(&self, outer: usize, inner: usize) -> bool {
        let (a, b) = (&self.sites[outer].range, &self.sites[inner].range);
        // Nothing is within an insertion.
        let contains = a.start <= b.start && b.end <= a.end && !a.is_empty();
        contains && outer != inner && (a != b || outer < inner)
    }

    fn site(&self, at: usize) -> String {
        let Site { range, change } = &self.sites[at];
        let inner = self.render_below(range.clone(), Some(at));
        match change {
            Change::Around(before, after) => format!("{before}{inner}{after}"),
            Change::Expression(others) => {
                let mut out = String::from("(");
                for (number, other) in others {
                    let other = marked(*number, other);
                    out += &format!("if {} {{ {other} }} else ", on(*number));
                }
                out + &format!("{{ {inner} }})")
            }
        }
    }
}

/// Returns whether an operand is `let`, which may be in conditions only.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Sites<'_, '_> {
    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        if !has_let(&node.left) && !has_let(&node.right) {
            let found = self.at(node.op.span().byte_range().start, Genre::BinaryOperator);
            let (left, right) = (self.of(&node.left), self.of(&node.right));
            let others = found
                .iter()
                .map(|(number, mutant)| {
                    (*number, format!("({left}) {} ({right})", mutant.replacement))
                })
                .collect();
            self.expression(node.span().byte_range(), others);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let found = self.at(node.op.span().byte_range().start, Genre::UnaryOperator);
        let operand = self.of(&node.expr);
        let others = found.iter().map(|(number, _)| (*number, format!("({operand})"))).collect();
        self.expression(node.span().byte_range(), others);
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        let catches_all = node.arms.iter().any(|arm| matches!(arm.pat, syn::Pat::Wild(_)));
        for arm in node.arms.iter().filter(|_| catches_all) {
            let start = arm.span().byte_range().start;
            let deleted = self.at(start, Genre::MatchArm);
            self.deleted.extend(deleted.iter().map(|&(number, _)| (start, number)));
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let start = node.span().byte_range().start;
        let deleted = self.deleted.iter().filter(|&&(arm, _)| arm == start);
        let kept: Vec<String> = deleted.map(|&(_, number)| format!("!{}", on(number))).collect();
        match &node.pat {
            syn::Pat::Guard(syn::PatGuard { guard, .. }) => {
                let range = guard.span().byte_range();
                if !kept.is_empty() {
                    let before = format!("{} && (", kept.join(" && "));
                    self.around(range.clone(), before, ")".to_owned());
                }
                let found = self.at(range.start, Genre::MatchArmGuard);
                let others = found
                    .iter()
                    .map(|(number, mutant)| (*number, mutant.replacement.clone()))
                    .collect();
                self.expression(range, others);
            }
            _ if !kept.is_empty() => {
                let end = node.pat.span().byte_range().end;
                self.around(end..end, format!(" if {}", kept.join(" && ")), String::new());
            }
            _ => {}
        }
        visit::visit_arm(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        if let Some(base) = &node.rest {
            for field in &node.fields {
                let found = self.at(field.span().byte_range().start, Genre::StructField);
                let (name, base) = (self.of(&field.member), self.of(base));
                // A shorthand field gets its name before the value.
                let label =
                    if field.colon_token.is_none() { format!("{name}: ") } else { String::new() };
                for (number, _) in found {
                    let other = marked(number, &format!("({base}).{name}"));
                    let before = format!("{label}if {} {{ {other} }} else {{ ", on(number));
                    self.around(field.expr.span().byte_range(), before, " }".to_owned());
                }
            }
        }
        visit::visit_expr_struct(self, node);
    }
}
