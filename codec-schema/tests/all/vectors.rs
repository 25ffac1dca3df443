//! `codec-schema vectors`: golden vectors of a lock are those of the Rust types.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use codec_schema::value::check_golden_protocol;

fn vectors(lock: &Path, format: &str) -> (String, String, i32) {
    let program = env!("CARGO_BIN_EXE_codec-schema");
    let Output { stdout, stderr, status } =
        Command::new(program).arg("vectors").arg(lock).args(["--format", format]).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

fn protocol(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../protocols").join(name).join("tests/data/protocol.lock")
}

#[test]
fn each_message_has_three_that_the_types_read_and_write() {
    let (text, errors, status) = vectors(&protocol("stratum"), "Sv2");
    assert_eq!((errors.as_str(), status), ("", 0));
    assert_eq!(text.matches("\"message\":").count(), 132);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vectors.json");
    std::fs::write(&file, &text).unwrap();
    check_golden_protocol::<codec_stratum::Sv2Protocol>(&file).unwrap();
    // One with another byte is none.
    let damaged = text.replacen("\"bytes\":\"00", "\"bytes\":\"01", 1);
    std::fs::write(&file, damaged).unwrap();
    assert!(check_golden_protocol::<codec_stratum::Sv2Protocol>(&file).is_err());
}

#[test]
fn a_format_that_lacks_a_type_has_none() {
    let (text, errors, status) = vectors(&protocol("bitcoin"), "Sv2");
    assert_eq!((text.as_str(), status), ("", 2));
    assert!(errors.contains("protocol.lock: "), "{errors}");
    assert_eq!(vectors(&protocol("bitcoin"), "Consensus").2, 0);
}
