//! Functions that attributes name: by a path, which may be quoted, as a closure, or as an
//! expression instead of one.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned as _;
use syn::{
    Error, Expr, ExprLit, ExprPath, GenericArgument, Lit, LitStr, Path, PathArguments, Token, Type,
};

use crate::diagnostics::{Diagnostic, NOT_A_PATH, NOT_A_TYPE};
use crate::gather::Gather as _;
use crate::input::grouping::bare;

/// A function, or an expression for its result.
pub(crate) enum Function {
    /// A path to it.
    Path(ExprPath),
    /// It is written here.
    Closure(Expr),
    /// An expression for its result.
    Value(Expr),
}

impl Function {
    /// The expression instead of a function, if there is one.
    pub(crate) const fn expression(&self) -> Option<&Expr> {
        match self {
            Self::Value(value) => Some(value),
            Self::Path(_) | Self::Closure(_) => None,
        }
    }

    /// The expression or closure, if it is one of these.
    pub(crate) const fn code(&self) -> Option<&Expr> {
        match self {
            Self::Closure(code) | Self::Value(code) => Some(code),
            Self::Path(_) => None,
        }
    }

    /// A value that it returns without arguments.
    pub(crate) fn made(&self) -> TokenStream {
        let span = self.span();
        match self {
            Self::Path(path) => quote_spanned!(span=> #path()),
            // Calling a closure literal directly would trigger a lint in the user's crate.
            Self::Closure(closure) => quote_spanned!(span=> ::core::convert::identity(#closure)()),
            Self::Value(value) => value.to_token_stream(),
        }
    }

    /// Returns `true` if it is a number, boolean or character, whose type is the field's.
    pub(crate) fn is_literal(&self) -> bool {
        let mut value = self.expression();
        while let Some(Expr::Unary(signed)) = value {
            value = Some(&signed.expr);
        }
        let text = |lit: &Lit| matches!(lit, Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_));
        matches!(value, Some(Expr::Lit(ExprLit { lit, .. })) if !text(lit))
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        if ahead.parse::<LitStr>().is_ok() && (ahead.is_empty() || ahead.peek(Token![,])) {
            return Ok(Self::Path(ExprPath { attrs: vec![], qself: None, path: path(input)? }));
        }
        Ok(match expression(input)? {
            Expr::Path(path) if !is_constant(&path.path) => Self::Path(path),
            closure @ Expr::Closure(_) => Self::Closure(closure),
            value => Self::Value(value),
        })
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Path(path) => path.to_tokens(tokens),
            Self::Closure(value) | Self::Value(value) => value.to_tokens(tokens),
        }
    }
}

/// Returns `true` if a path is written like that of a constant.
fn is_constant(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase)
    })
}

/// A module of the user's, and the types that its functions take besides the format.
pub(crate) struct Module {
    path: Path,
    types: Vec<GenericArgument>,
}

impl Module {
    /// One of its functions, over a format.
    pub(crate) fn function(&self, name: &str, format: &TokenStream) -> TokenStream {
        let (path, span, types) = (&self.path, self.path.span(), self.types.iter().between(','));
        let name = proc_macro2::Ident::new(name, span);
        let comma = (!types.is_empty()).then(|| quote_spanned!(span=> ,));
        quote_spanned!(span=> #path::#name::<#format #comma #types>)
    }

    /// One of its functions, whose format is inferred from its arguments.
    pub(crate) fn inferred(&self, name: &str) -> TokenStream {
        if self.types.is_empty() {
            let (path, span) = (&self.path, self.path.span());
            let name = proc_macro2::Ident::new(name, span);
            return quote_spanned!(span=> #path::#name);
        }
        self.function(name, &quote_spanned!(self.path.span()=> _))
    }
}

impl Parse for Module {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut path = quoted(input, Path::parse, &NOT_A_PATH)?;
        let arguments = path.segments.last_mut().map(|last| &mut last.arguments);
        let arguments = arguments.map_or(PathArguments::None, core::mem::take);
        let types = match arguments {
            PathArguments::None => Vec::new(),
            PathArguments::AngleBracketed(types) => types.args.into_iter().gathered(),
            PathArguments::Parenthesized(types) => {
                return Err(Error::new_spanned(types, NOT_A_PATH.text(&[])));
            }
        };
        Ok(Self { path, types })
    }
}

impl ToTokens for Module {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.path.to_tokens(tokens);
    }
}

/// Reads by `parse`, with quotes around it, as other derives take it, or without; anything else is `wrong`.
fn quoted<T: Parse>(
    input: ParseStream<'_>,
    parse: fn(ParseStream<'_>) -> syn::Result<T>,
    wrong: &Diagnostic,
) -> syn::Result<T> {
    let parsed = if input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        text.parse().map_err(|_| text.span())
    } else {
        parse(input).map_err(|error| error.span())
    };
    parsed.map_err(|place| Error::new(place, wrong.text(&[])))
}

/// A path as in `use`, where `crate` and `self` may begin it.
pub(super) fn path(input: ParseStream<'_>) -> syn::Result<Path> {
    quoted(input, Path::parse_mod_style, &NOT_A_PATH)
}

/// A type.
pub(super) fn ty(input: ParseStream<'_>) -> syn::Result<Type> {
    quoted(input, Type::parse, &NOT_A_TYPE)
}

/// An expression, which may be quoted, as in other derives: none of these is a string.
pub(super) fn code(input: ParseStream<'_>) -> syn::Result<Expr> {
    match expression(input)? {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse(),
        expression => Ok(expression),
    }
}

/// An expression, without parentheses around all of it: one that a `macro_rules!` passes on by
/// `$value:expr` is as if it was written here.
pub(super) fn expression(input: ParseStream<'_>) -> syn::Result<Expr> {
    input.parse().map(bare)
}
