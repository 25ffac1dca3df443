//! Operators that are expanded, and their operands.

use syn::{BinOp, Expr, Lit, Path, Type, UnOp};

/// The name of an operator; `None` for assignments.
pub(in crate::expand) const fn operator(op: BinOp) -> Option<&'static str> {
    macro_rules! named {
        ($($name:ident)*) => {
            match op { $(BinOp::$name(_) => Some(stringify!($name)),)* _ => None }
        };
    }
    named!(Add Sub Mul Div Rem BitAnd BitOr BitXor Shl Shr Eq Ne Lt Le Gt Ge And Or)
}

/// The function of `i128` that an operator is, after `checked_`; a shift is our own.
pub(super) fn arithmetic(op: BinOp) -> Option<String> {
    use BinOp::{Add, Div, Mul, Rem, Shl, Shr, Sub};
    let is = matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | Shl(_) | Shr(_));
    operator(op).filter(|_| is).map(str::to_lowercase)
}

/// Returns true for `&`, `|` and `^`.
pub(in crate::expand) const fn is_bitwise(op: BinOp) -> bool {
    matches!(op, BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_))
}

/// Returns true for `&&` and `||`.
pub(in crate::expand) const fn is_logical(op: BinOp) -> bool {
    matches!(op, BinOp::And(_) | BinOp::Or(_))
}

/// Returns true for `==`, `<` and their like.
pub(in crate::expand) const fn is_comparison(op: BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// The expression without parentheses, references and `*` around it, which change no value.
pub(in crate::expand) fn peeled(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => peeled(&inner.expr),
        Expr::Reference(inner) => peeled(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => peeled(&inner.expr),
        other => other,
    }
}

/// The function and the argument of a call of an integer type's `from`, which keeps the value.
pub(in crate::expand) fn converted(call: &syn::ExprCall) -> Option<(&Expr, &Expr)> {
    match (&*call.func, call.args.first()) {
        (Expr::Path(path), Some(value)) if call.args.len() == 1 && is_from(&path.path) => {
            Some((&call.func, value))
        }
        _ => None,
    }
}

/// Returns true for the `from` of an integer type.
fn is_from(path: &Path) -> bool {
    const INTEGERS: [&str; 10] =
        ["u16", "u32", "u64", "u128", "usize", "i16", "i32", "i64", "i128", "isize"];
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    names.next().is_some_and(|function| function == "from")
        && names.next().is_some_and(|ty| INTEGERS.contains(&ty.as_str()))
}

/// Returns true if an operand is a floating-point literal.
pub(super) fn has_float(expression: &Expr) -> bool {
    match expression {
        Expr::Paren(inner) => has_float(&inner.expr),
        Expr::Unary(inner) => has_float(&inner.expr),
        Expr::Binary(inner) => has_float(&inner.left) || has_float(&inner.right),
        Expr::Lit(inner) => matches!(inner.lit, Lit::Float(_)),
        _ => false,
    }
}

/// Returns true for integer types of 64 bits and more, to which a cast of a length changes nothing.
pub(in crate::expand) fn is_wide(ty: &Type) -> bool {
    let Type::Path(ty) = ty else { return false };
    ["usize", "u64", "i64", "u128", "i128"].iter().any(|name| ty.path.is_ident(name))
}
