use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Encode, Decode)]
struct Wrapper<T> {
    value: Vec<T>,
}

struct Foreign;

fn main() {
    let _ = Postcard::from_slice::<Wrapper<Foreign>>(&[]);
    let _ = Postcard::to_vec(&Wrapper { value: vec![Foreign] });
}
