//! Bounds on the extensions that two ends agree on, whatever the other end sends.

use codec_core::{Format as _, Sv2};
use codec_stratum::Negotiated;
use codec_stratum::extensions::{
    RequestExtensions, RequestExtensionsRef, RequestExtensionsSuccess, RequestExtensionsSuccessRef,
};

/// The numbers of extensions that no specification has.
fn extensions(count: usize) -> Vec<u16> {
    (0x4000..).take(count).collect()
}

#[test]
fn a_server_agrees_to_eight_of_what_it_supports() {
    let supported = extensions(9);
    // As many as fit, each of them again and again.
    let requested = supported.iter().copied().cycle().take(65_535).collect::<Vec<_>>();
    let request =
        RequestExtensions { request_id: 3, requested_extensions: requested.try_into().unwrap() };
    let bytes = Sv2::to_vec(&request).unwrap();
    let request: RequestExtensionsRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
    let mut negotiated = Negotiated::new();
    let answer = negotiated.answer(&request, &supported).unwrap();
    assert_eq!(answer.request_id, 3);
    assert!(Sv2::encoded_len(&answer) <= bytes.len(), "an answer is no longer than its request");
    assert!(answer.supported_extensions.iter().all(|one| supported[..8].contains(one)));
    assert!(supported[..8].iter().all(|one| negotiated.has(*one)));
    assert!(!negotiated.has(supported[8]) && !negotiated.has_message(u32::from(supported[8]) << 8));
    let error = Negotiated::new().answer(&request, &[]).unwrap_err();
    assert_eq!(error.unsupported_extensions.len(), 65_535);
}

#[test]
fn a_client_accepts_eight_that_it_requested() {
    let accepts = |negotiated: &mut Negotiated, answered: &[u16], requested: &[u16]| {
        let supported_extensions = answered.to_vec().try_into().unwrap();
        let answer = RequestExtensionsSuccess { request_id: 3, supported_extensions };
        let bytes = Sv2::to_vec(&answer).unwrap();
        let answer: RequestExtensionsSuccessRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
        negotiated.accept(requested, &answer)
    };
    let (nine, mut negotiated) = (extensions(9), Negotiated::new());
    assert_eq!(accepts(&mut negotiated, &nine[..8], &nine), Ok(()));
    assert_eq!(accepts(&mut negotiated, &nine[..8], &nine), Ok(()), "they take no place twice");
    assert_eq!(accepts(&mut negotiated, &nine[8..], &nine), Err(nine[8]), "the ninth");
    assert_eq!(accepts(&mut Negotiated::new(), &[7], &nine), Err(7), "not requested");
}
