use codec_core::{Decode, Encode};

fn sum(bytes: &[u8]) -> u32 {
    bytes.len() as u32
}

#[derive(Encode, Decode)]
struct Runs {
    #[codec(be, computed = sum(encoded(one..=four)))]
    unknown: u32,
    #[codec(be, computed = sum(encoded(two..=one)))]
    reversed: u32,
    #[codec(be, computed = sum(encoded(itself..=one)))]
    itself: u32,
    #[codec(be, computed = sum(encoded(last)))]
    of_a_later_one: u32,
    #[codec(computed = encoded_len(one + two))]
    no_run: u32,
    one: u8,
    two: u8,
    #[codec(be, computed = sum(encoded(one..=two)))]
    last: u32,
}

#[derive(Encode, Decode)]
struct Sizes {
    body: u8,
    #[codec(computed = sum(encoded(body)))]
    varies: u32,
    #[codec(computed = [body, encoded(body)[0]], if = body > 0)]
    optional: Option<[u8; 2]>,
    #[codec(skip, computed = body)]
    nowhere: u8,
}

#[derive(Encode, Decode)]
struct Values {
    #[codec(computed = own + 1)]
    own: u8,
    #[codec(computed = there)]
    here: u8,
    #[codec(computed = here)]
    there: u8,
    // A length that counts itself, and a name of the expression's own.
    #[codec(computed = encoded_len(len..=len))]
    len: u32,
    #[codec(computed = [1, 2].iter().map(|bound| bound + 1).sum::<u8>())]
    bound: u8,
}

fn main() {}
