//! Both cipher libraries yield the same bytes.

use codec_noise::{Cipher, NoiseError, Ring, RustCrypto};

fn check<One: Cipher, Other: Cipher>(len: usize, from: usize) {
    let (one, other) = (One::new(&[5; 32]), Other::new(&[5; 32]));
    let (nonce, context) = ([9; 12], b"context");
    let mut sealed: Vec<u8> = (0..=u8::MAX).cycle().take(len + 16).collect();
    let plain = sealed[..len].to_vec();
    let mut again = sealed.clone();
    one.seal(nonce, context, &mut sealed).expect("there is room for a tag");
    other.seal(nonce, context, &mut again).expect("there is room for a tag");
    assert_eq!(sealed, again);

    let mut room = [&vec![0xee; from][..], &sealed].concat();
    other.open(nonce, context, &mut room, from).expect("it was not changed");
    assert_eq!(room[..len], plain);

    for (nonce, context) in [([8; 12], &b"context"[..]), ([9; 12], b"other")] {
        let result = other.open(nonce, context, &mut sealed.clone(), 0);
        assert_eq!(result, Err(NoiseError::TagMismatch));
    }
}

#[test]
fn ciphers_agree_on_every_length() {
    for len in (0..300).chain([1000, 65_519]) {
        for from in [0, 16, 400] {
            check::<Ring, RustCrypto>(len, from);
            check::<RustCrypto, Ring>(len, from);
        }
    }
}

fn refuses_less_than_a_tag<C: Cipher>() {
    let cipher = C::new(&[5; 32]);
    for received in 0..16 {
        let error = Err(NoiseError::Truncated { received, needed: 16 });
        assert_eq!(cipher.seal([0; 12], &[], &mut vec![0; received]), error);
        assert_eq!(cipher.open([0; 12], &[], &mut vec![0; received], 0), error);
        assert_eq!(cipher.open([0; 12], &[], &mut vec![0; received + 7], 7), error);
    }
    let beyond = Err(NoiseError::Truncated { received: 0, needed: 16 });
    assert_eq!(cipher.open([0; 12], &[], &mut [0; 20], 21), beyond);
}

#[test]
fn less_than_a_tag_is_refused() {
    refuses_less_than_a_tag::<Ring>();
    refuses_less_than_a_tag::<RustCrypto>();
}
