//! Comments in locks, and in what is exported from them.

use codec_core::schema::Describe;
use codec_core::{Decode, Encode};

use super::*;
use crate::lock::{check_lock, read_lock, write_lock, written};
use crate::{Encoding, Fingerprint};

mod documented {
    use super::*;

    /// A [price](crate::lock).
    ///
    /// Said "quoted", */ and at length.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(1, 1);
    /// ```
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct Price {
        /// In cents.
        pub(super) cents: u16,
        pub(super) kind: Kind,
    }

    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) enum Kind {
        /// Agreed on before.
        Fixed,
        /// By the hour.
        Hourly {
            /// In minutes.
            step: u8,
        },
    }
}

mod bare {
    use super::*;

    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct Price {
        pub(super) cents: u16,
        pub(super) kind: Kind,
    }

    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) enum Kind {
        Fixed,
        Hourly { step: u8 },
    }
}

fn model<T: Describe>() -> Model {
    Model::of::<T>().unwrap()
}

#[test]
fn doc_comments_are_in_a_lock_and_change_nothing_else() {
    let (with, without) = (model::<documented::Price>(), model::<bare::Price>());
    let text = written(&with, "");
    let wanted = "\
/// A price.
///
/// Said \"quoted\", */ and at length.
struct Price
    /// In cents.
    cents: u16
    kind: Kind

enum Kind
    /// Agreed on before.
    0 Fixed
    /// By the hour.
    1 Hourly
        /// In minutes.
        step: u8
";
    assert!(text.contains(wanted), "{text}");
    // Examples and links of Rust are left out.
    let again = read_lock(&text).unwrap();
    assert_eq!(written(&again, ""), text);
    assert_eq!(again.named[0].doc, "A price.\n\nSaid \"quoted\", */ and at length.");
    assert_eq!(write_lock(&with), write_lock(&without));
    assert_eq!(Fingerprint::of_lock(&text, "Postcard"), without.fingerprint(&Encoding::POSTCARD));
    let path = std::env::temp_dir().join(format!("codec-schema-docs-{}", std::process::id()));
    for text in [written(&with, ""), written(&without, "")] {
        std::fs::write(&path, &text).unwrap();
        check_lock::<documented::Price>(&path).unwrap();
        check_lock::<bare::Price>(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        // A line that was edited is found, even one of a comment.
        std::fs::write(&path, text.replace("cents: u16", "cents: u16\n/// More.")).unwrap();
        check_lock::<bare::Price>(&path).unwrap_err();
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn comments_of_a_lock_are_in_what_is_exported() {
    use crate::export::{Export, Language};
    let model = read_lock(&written(&model::<documented::Price>(), "")).unwrap();
    let wanted = [
        (Language::Go, "// A price.\n//\n// Said \"quoted\", */ and at length.\ntype Price struct"),
        (Language::Python, "    # In cents.\n    cents: int\n"),
        (Language::TypeScript, "  // In minutes.\n  step: number;\n"),
        (Language::C, "/*\n * A price.\n *\n * Said \"quoted\", * / and at length.\n */\n"),
    ];
    for (language, text) in wanted {
        let file = Export::new(&model, &Encoding::POSTCARD).write(language).unwrap();
        assert!(file.contains(text), "{language:?}\n{file}");
    }
}
