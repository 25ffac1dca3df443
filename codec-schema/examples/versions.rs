//! Two versions of a message: predicts how an older program reads the newer one.
//!
//! `cargo run -p codec-schema --example versions`
#![forbid(unsafe_code)]

use codec_schema::{Class, Encoding, Model, compare};

mod released {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(version = 1, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        pub(crate) lots: u16,
    }
}

mod planned {
    /// One more field, which older programs skip.
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(version = 2, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        pub(crate) lots: u16,
        #[codec(since = 2)]
        pub(crate) note: String,
    }
}

mod trimmed {
    /// One field less, which older programs need.
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(version = 2, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        #[codec(removed = 2)]
        pub(crate) lots: u16,
    }
}

mod careless {
    /// A wider field.
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(version = 1, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        #[codec(le)]
        pub(crate) lots: u32,
    }
}

fn main() -> Result<(), codec_schema::ModelError> {
    let released = Model::of::<released::Order>()?;
    for (name, model, class) in [
        ("planned", Model::of::<planned::Order>()?, Class::Both),
        ("trimmed", Model::of::<trimmed::Order>()?, Class::NewReadsOld),
        ("careless", Model::of::<careless::Order>()?, Class::Breaking),
    ] {
        let verdict = compare(&released, &model, &Encoding::POSTCARD);
        println!("{name}: {:?}", verdict.class);
        assert_eq!(verdict.class, class, "{name}");
    }
    Ok(())
}
