//! Expressions of `computed`: the words in them that mean bytes of other fields, and the
//! fields that they name.

use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::Expr;
use syn::ext::IdentExt as _;

use crate::attr::SpanRun;
use crate::gather::Gather as _;
use crate::input::{any_token, mapped};

/// A question that an expression asks about a run of fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// `encoded(first..=last)`: their encoded bytes.
    Bytes,
    /// `encoded_len(first..=last)`: how many bytes these are.
    Len,
}

/// A run of fields that an expression asks about.
pub(crate) struct Run {
    /// The question.
    pub(crate) question: Question,
    /// The fields.
    pub(crate) fields: SpanRun,
    /// The variable that replaces it.
    pub(crate) name: Ident,
}

/// An expression whose words are replaced by variables.
pub(crate) struct Computed {
    /// The expression.
    pub(crate) tokens: TokenStream,
    /// The runs that its words ask about.
    pub(crate) runs: Vec<Run>,
    /// Words without a run of fields.
    pub(crate) wrong: Vec<syn::Error>,
}

impl Computed {
    /// Reads an expression.
    pub(crate) fn of(expression: &Expr) -> Self {
        let (mut runs, mut wrong) = (Vec::new(), Vec::new());
        let tokens = mapped(expression.to_token_stream(), &mut |tokens, index| {
            if index.checked_sub(1).is_some_and(|word| question(tokens, word).is_some()) {
                // Parentheses after such a word.
                return Some(TokenStream::new());
            }
            let (question, word, group) = question(tokens, index)?;
            let fields = syn::parse2::<SpanRun>(group.stream());
            let fields = fields.map_err(|error| wrong.push(error)).ok();
            Some(fields.map_or_else(TokenStream::new, |fields| {
                let name = Ident::new(&format!("__run{}", runs.len()), word.span());
                runs.push(Run { question, fields, name: name.clone() });
                name.into_token_stream()
            }))
        });
        Self { tokens, runs, wrong }
    }

    /// Returns `true` if it depends on bytes, which are known once all fields are written.
    pub(crate) fn is_late(&self) -> bool {
        self.runs.iter().any(|run| run.question == Question::Bytes)
    }

    /// Returns `true` if it names the field of this index, or asks about a run that includes it;
    /// `names` are those of all fields.
    pub(crate) fn mentions(&self, index: usize, names: &[String]) -> bool {
        let run = |run: &Run| {
            run.fields.ends(names).is_some_and(|(first, last)| (first..=last).contains(&index))
        };
        self.runs.iter().any(run) || any_name(&self.tokens, &|name| *name == names[index])
    }
}

impl SpanRun {
    /// The indices of its first and its last field among these names.
    pub(crate) fn ends(&self, names: &[String]) -> Option<(usize, usize)> {
        let place = |name: &Ident| names.iter().position(|known| name.unraw() == known);
        Some((place(&self.first)?, place(&self.last)?))
    }
}

/// The question of a word, with what is in the parentheses after it.
fn question(tokens: &[TokenTree], index: usize) -> Option<(Question, &Ident, &Group)> {
    let (TokenTree::Ident(word), Some(TokenTree::Group(group))) =
        (&tokens[index], tokens.get(index + 1))
    else {
        return None;
    };
    let before = index.checked_sub(1).map(|before| &tokens[before]);
    let is_path =
        matches!(before, Some(TokenTree::Punct(punct)) if ['.', ':'].contains(&punct.as_char()));
    let question = match word.to_string().as_str() {
        "encoded" => Question::Bytes,
        "encoded_len" => Question::Len,
        _ => return None,
    };
    let asks = !is_path && group.delimiter() == Delimiter::Parenthesis;
    asks.then_some((question, word, group))
}

/// Returns true if a name of a value in some tokens satisfies `such`, or a word of a string, which
/// may be the text of a `format!`.
pub(crate) fn any_name(tokens: &TokenStream, such: &dyn Fn(&str) -> bool) -> bool {
    free_names(tokens).iter().any(|name| such(&name.unraw().to_string())) || any_word(tokens, such)
}

/// Returns true if a word that is no field is named, in the text of a `format!` as `{word}`; the
/// parameter of a closure is none.
pub(crate) fn is_asked(expression: &Expr, word: &str) -> bool {
    let own = |parameter: &syn::Pat| any_name(&parameter.to_token_stream(), &|name| name == word);
    if matches!(expression, Expr::Closure(closure) if closure.inputs.iter().any(own)) {
        return false;
    }
    let tokens = expression.to_token_stream();
    free_names(&tokens).iter().any(|name| name == word)
        || tokens
            .to_string()
            .split('{')
            .any(|text| text.strip_prefix(word).is_some_and(|text| text.starts_with(['}', ':'])))
}

/// Returns true if a word of a string satisfies `such`.
fn any_word(tokens: &TokenStream, such: &dyn Fn(&str) -> bool) -> bool {
    any_token(tokens.clone(), &|token| match token {
        TokenTree::Literal(text) => words_of(text).iter().any(|word| such(word)),
        _ => false,
    })
}

/// The names of values in some tokens.
pub(crate) fn free_names(tokens: &TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().gathered();
    let mut names = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if !is_foreign(&tokens, index) => names.push(ident.clone()),
            TokenTree::Group(group) => names.extend(free_names(&group.stream())),
            _ => {}
        }
    }
    names
}

/// The words of a string.
pub(crate) fn words_of(text: &Literal) -> Vec<String> {
    let text = text.to_string();
    if !text.starts_with(['"', 'r']) {
        return Vec::new();
    }
    let words = text.split(|char: char| !char.is_alphanumeric() && char != '_');
    words.map(str::to_owned).gathered()
}

/// Returns true for the name of a member, of a called function, in a path, or of a field in a struct
/// expression.
fn is_foreign(tokens: &[TokenTree], index: usize) -> bool {
    let punct = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(punct)) => Some((punct.as_char(), punct.spacing())),
        _ => None,
    };
    let before = [1, 2].map(|back| punct(index.checked_sub(back)));
    let member = match before {
        // `0..len` is a range, `a.len` is not.
        [Some(('.', _)), earlier] => !matches!(earlier, Some(('.', Spacing::Joint))),
        [Some((':', _)), earlier] => matches!(earlier, Some((':', Spacing::Joint))),
        [before, _] => matches!(before, Some(('\'', _))),
    };
    let called = matches!(
        tokens.get(index + 1),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
    );
    member || called || matches!(punct(Some(index + 1)), Some((':', _)))
}
