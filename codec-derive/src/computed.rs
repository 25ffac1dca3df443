//! Expressions of `computed`: the words in them for bytes of other fields, and the fields that
//! they name.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::Expr;

use crate::attr::SpanRun;
use crate::model::{Field, Fields, Travel, unraw};

/// What is asked about a run of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// `encoded(first..=last)`: their bytes.
    Bytes,
    /// `encoded_len(first..=last)`: how many these are.
    Len,
}

/// A run of fields that an expression asks about.
#[derive(Debug)]
pub(crate) struct Run {
    /// What is asked.
    pub(crate) question: Question,
    /// The fields.
    pub(crate) fields: SpanRun,
    /// The variable in its place.
    pub(crate) name: Ident,
}

/// An expression whose words stand for variables.
#[derive(Debug)]
pub(crate) struct Computed {
    /// The expression.
    pub(crate) tokens: TokenStream,
    /// What its words ask.
    pub(crate) runs: Vec<Run>,
    /// Words without a run of fields.
    pub(crate) wrong: Vec<syn::Error>,
}

impl Computed {
    /// Reads an expression.
    pub(crate) fn of(expression: &Expr) -> Self {
        let mut computed = Self { tokens: TokenStream::new(), runs: Vec::new(), wrong: Vec::new() };
        computed.tokens = computed.replace(expression.to_token_stream());
        computed
    }

    fn replace(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut replaced = TokenStream::new();
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            let next = tokens.get(index + 1);
            let free = !index.checked_sub(1).is_some_and(|before| is_path(&tokens[before]));
            match (token, next) {
                (TokenTree::Ident(word), Some(TokenTree::Group(group)))
                    if free && group.delimiter() == Delimiter::Parenthesis =>
                {
                    if let Some(question) = question(word) {
                        replaced.extend(self.word(question, word, group));
                        index += 1;
                    } else {
                        replaced.extend([token.clone()]);
                    }
                }
                (TokenTree::Group(group), _) => {
                    let mut inner = Group::new(group.delimiter(), self.replace(group.stream()));
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::Group(inner)]);
                }
                _ => replaced.extend([token.clone()]),
            }
            index += 1;
        }
        replaced
    }

    /// The variable that stands for a word.
    fn word(&mut self, question: Question, word: &Ident, group: &Group) -> Option<TokenTree> {
        match syn::parse2::<SpanRun>(group.stream()) {
            Ok(fields) => {
                let name = Ident::new(&format!("__run{}", self.runs.len()), word.span());
                self.runs.push(Run { question, fields, name: name.clone() });
                Some(name.into())
            }
            Err(error) => {
                self.wrong.push(error);
                None
            }
        }
    }

    /// Whether it is over bytes, which are there once all fields are written.
    pub(crate) fn is_late(&self) -> bool {
        self.runs.iter().any(|run| run.question == Question::Bytes)
    }

    /// Whether it names the field, or asks about a run with the field in it.
    pub(crate) fn mentions(&self, field: &Field<'_>, all: &[&Field<'_>]) -> bool {
        let named = |name: &Ident| unraw(name) == field.name();
        let run = |run: &Run| run.fields.covers(field.index, all);
        self.runs.iter().any(run) || any_name(&self.tokens, &named)
    }
}

impl SpanRun {
    /// The places of its first and its last field.
    pub(crate) fn ends(&self, all: &[&Field<'_>]) -> Option<(usize, usize)> {
        let place = |name: &Ident| all.iter().position(|field| field.name() == unraw(name));
        Some((place(&self.first)?, place(&self.last)?))
    }

    /// Whether a field is in it.
    pub(crate) fn covers(&self, index: usize, all: &[&Field<'_>]) -> bool {
        self.ends(all).is_some_and(|(first, last)| (first..=last).contains(&index))
    }
}

impl Field<'_> {
    /// What computes it.
    pub(crate) fn computed(&self) -> Option<Computed> {
        self.attrs.computed.value().map(Computed::of)
    }

    /// Whether a limit of its count names one of these fields, or the context.
    pub(crate) fn has_limits_over<'f>(
        &self,
        all: impl IntoIterator<Item = &'f Field<'f>> + Clone,
    ) -> bool {
        let limits = [&self.attrs.min, &self.attrs.max];
        limits.into_iter().filter_map(crate::attr::Attr::value).any(|limit| {
            any_name(&limit.to_token_stream(), &|name| {
                let name = unraw(name);
                name == "context" || all.clone().into_iter().any(|field| field.name() == name)
            })
        })
    }

    /// Whether it is computed of bytes, once all fields are written.
    pub(crate) fn is_late(&self) -> bool {
        self.computed().is_some_and(|computed| computed.is_late())
    }
}

impl Fields<'_> {
    /// Whether the field may stand in a run.
    pub(crate) fn travelling(&self, name: &Ident) -> Option<usize> {
        let found = self.list.iter().find(|field| field.name() == unraw(name))?;
        (found.travel() != Travel::Skip && found.travel() != Travel::Span).then_some(found.index)
    }
}

fn question(word: &Ident) -> Option<Question> {
    match word.to_string().as_str() {
        "encoded" => Some(Question::Bytes),
        "encoded_len" => Some(Question::Len),
        _ => None,
    }
}

fn is_path(before: &TokenTree) -> bool {
    matches!(before, TokenTree::Punct(punct) if ['.', ':'].contains(&punct.as_char()))
}

/// Whether any name in some tokens is such.
pub(crate) fn any_name(tokens: &TokenStream, such: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => such(&ident),
        TokenTree::Group(group) => any_name(&group.stream(), such),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
