use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Encode, Decode)]
struct View<'a> {
    #[codec(borrow)]
    text: &'a str,
}

#[derive(Encode, Decode)]
struct Generic<T> {
    value: T,
}

fn main() {
    let _ = Postcard::from_slice::<View<'_>>(&[]);
    let _ = Postcard::from_slice::<&str>(&[]);
    let _: Result<Generic<&str>, _> = Postcard::from_slice_ref(&[]);
}
