//! Hellos, and tables of peers from locks.

use std::path::{Path, PathBuf};

use codec_schema::{
    Fingerprint, Fit, Hello, HelloError, LockError, Locked, Peer, Peers, check_peers,
};

const fn peer(name: &'static str, fingerprint: u128, refused: &'static str) -> Peer {
    Peer { name, fingerprint: Fingerprint(fingerprint), refused }
}

/// Versions in a line of releases, of which some refuse some before them.
const VERSIONS: [Peers; 4] = [
    Peers::new("1", Fingerprint(1), &[]),
    Peers::new("2", Fingerprint(2), &[peer("1", 1, "")]),
    Peers::new("3", Fingerprint(3), &[peer("2", 2, ""), peer("1", 1, "it lacks a field")]),
    Peers::new("other", Fingerprint(u128::MAX), &[]),
];

#[test]
fn a_hello_is_these_bytes() {
    let bytes: Vec<u8> = VERSIONS[2].hello().collect();
    let mut wanted = b"chi1".to_vec();
    wanted.extend(3_u128.to_be_bytes());
    wanted.extend([1, b'3', 1]);
    wanted.extend(2_u128.to_be_bytes());
    assert_eq!(bytes, wanted);
    let hello = Hello::parse(&bytes).unwrap();
    assert_eq!((hello.name, hello.fingerprint), ("3", Fingerprint(3)));
    assert_eq!(hello.encoded_len(), bytes.len());
}

#[test]
fn both_sides_come_to_the_same_answer() {
    let mut fits = Vec::new();
    for (number, one) in VERSIONS.iter().enumerate() {
        for (other_number, other) in VERSIONS.iter().enumerate() {
            let [ours, theirs]: [Vec<u8>; 2] = [one, other].map(|of| of.hello().collect());
            let mine = one.check(&Hello::parse(&theirs).unwrap());
            let other = other.check(&Hello::parse(&ours).unwrap());
            assert_eq!(mine.is_ok(), other.is_ok(), "{number} and {other_number}");
            fits.extend(mine.map(|fit| (number, other_number, fit)));
        }
    }
    let same = |number| (number, number, Fit::Same);
    let wanted = [
        same(0),
        (0, 1, Fit::Newer),
        (1, 0, Fit::Older("1")),
        same(1),
        (1, 2, Fit::Newer),
        (2, 1, Fit::Older("2")),
        same(2),
        same(3),
    ];
    assert_eq!(fits, wanted);
}

#[test]
fn a_hello_that_is_cut_asks_for_more_and_one_with_another_list_does_not_fit() {
    let bytes: Vec<u8> = VERSIONS[2].hello().collect();
    for len in 0..bytes.len() {
        match Hello::parse(&bytes[..len]) {
            Err(HelloError::Incomplete(more)) => assert!(more > 0 && len + more <= bytes.len()),
            other => panic!("{len}: {other:?}"),
        }
    }
    let fits =
        |bytes: &[u8]| Hello::parse(bytes).is_ok_and(|hello| VERSIONS[1].check(&hello).is_ok());
    assert!(fits(&bytes), "version 3 accepts version 2");
    // The magic, the lengths and the list; the rest is for those who know the newer version.
    for at in (0..4).chain([20]).chain(22..bytes.len()) {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(!fits(&changed), "bit {bit} of byte {at}");
            assert_eq!(Hello::parse(&changed) == Err(HelloError::Magic), at < 4, "{at}");
        }
    }
}

#[test]
fn a_refusal_names_the_version_and_writes_no_codes_of_a_terminal() {
    let hello = Hello::parse(b"chi1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x09\x03\x1b[A\0").unwrap();
    let refusal = VERSIONS[1].check(&hello).unwrap_err().to_string();
    let wanted = "version \"\\u{1b}[A\" (00000000000000000000000000000009) is unknown and does not \
                  accept \"2\"";
    assert_eq!(refusal, wanted);
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/service").join(name)
}

#[test]
fn a_table_is_held_to_its_locks() {
    let [first, second, third] = ["1.lock", "2.lock", "3.lock"].map(example);
    let of_third = example("3.peers.rs");
    let all = [&first, &second, &third];
    assert_eq!(check_peers(&of_third, "Postcard", &all).unwrap(), Locked::Holds);
    let Err(LockError::Changed(words)) = check_peers(&of_third, "Postcard", &all[1..]) else {
        panic!("the table has one version more");
    };
    assert!(words.contains("3.peers.rs is not that of the locks"), "{words}");
    assert!(check_peers(&of_third, "Borsh", &all).is_err(), "its fingerprints are others");
    let errors = [
        (check_peers(&of_third, "Nothing", &all), "Nothing is no format"),
        (check_peers(&of_third, "Postcard", &[example("4.lock")]), "4.lock: No such file"),
        (check_peers(&of_third, "Postcard", &[&of_third]), "is no lock of this version"),
        (check_peers(&of_third, "Sv2", &all), "1.lock: Sv2 lacks a type"),
    ];
    for (error, wanted) in errors {
        let error = error.unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
