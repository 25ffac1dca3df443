//! Mistakes that the derives refuse, and their messages: one case a mistake, in
//! folders by theme. `TRYBUILD=overwrite` rewrites what is expected.

#[test]
fn mistakes_are_refused_at_the_right_token() {
    let cases = trybuild::TestCases::new();
    for theme in [
        "attr",
        "borrow",
        "compiler",
        "context",
        "converted",
        "field",
        "format",
        "header",
        "messages",
        "mistakes",
        "push",
        "remote",
        "shape",
        "tag",
        "transparent",
        "version",
    ] {
        cases.compile_fail(format!("tests/ui/{theme}/*.rs"));
    }
}
