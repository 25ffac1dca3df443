//! The ways to derive that are compared.
/// A way to derive: its dependencies, its derives, and how it decodes and encodes.
pub(crate) struct Candidate {
    pub(crate) name: &'static str,
    pub(crate) dependencies: &'static str,
    pub(crate) derives: &'static str,
    /// An attribute on every type, in addition to the derives.
    pub(crate) attribute: &'static str,
    pub(crate) run: &'static str,
}

/// This crate, decoding owned values.
pub(crate) const CODEC: Candidate = Candidate {
    name: "codec",
    dependencies: "codec-core = { path = \"CORE\", features = [\"std\", \"derive\", \"bytes\"] }",
    derives: "codec_core::Encode, codec_core::Decode",
    attribute: "",
    run: "<codec_core::Bincode as codec_core::Format>::from_slice::<TYPE>(input).ok()\
          .and_then(|value| <codec_core::Bincode as codec_core::Format>::to_vec(&value).ok())",
};

const BORSH: Candidate = Candidate {
    name: "borsh",
    dependencies: "borsh = { version = \"=1.8.1\", features = [\"derive\"] }",
    derives: "borsh::BorshSerialize, borsh::BorshDeserialize",
    attribute: "",
    run: "borsh::from_slice::<TYPE>(input).ok().and_then(|value| borsh::to_vec(&value).ok())",
};

const WINCODE: Candidate = Candidate {
    name: "wincode",
    dependencies: "wincode = { version = \"=0.6.3\", features = [\"derive\"] }",
    derives: "wincode::SchemaWrite, wincode::SchemaRead",
    attribute: "",
    run: "wincode::deserialize::<TYPE>(input).ok()\
          .and_then(|value| wincode::serialize(&value).ok())",
};

/// This crate, decoding the form that borrows.
pub(crate) const BORROWED: Candidate = Candidate {
    name: "codec, borrow",
    attribute: "#[codec(borrow)]\n",
    run: "<codec_core::Bincode as codec_core::Format>::from_slice_ref::<TYPERef<'_>>(input).ok()\
          .and_then(|value| <codec_core::Bincode as codec_core::Format>::to_vec(&value).ok())",
    ..CODEC
};

/// This crate, decoding the form that shares.
pub(crate) const SHARED: Candidate = Candidate {
    name: "codec, shared",
    dependencies: "codec-core = { path = \"CORE\", features = [\"std\", \"derive\", \"bytes\"] }\n\
                   bytes = \"1\"",
    attribute: "#[codec(shared)]\n",
    run: "<codec_core::Bincode as codec_core::Format>::from_bytes::<TYPEShared>(\
          &bytes::Bytes::copy_from_slice(input)).ok()\
          .and_then(|value| <codec_core::Bincode as codec_core::Format>::to_vec(&value).ok())",
    ..CODEC
};

/// This crate, with a description of each type.
pub(crate) const DESCRIBED: Candidate =
    Candidate { name: "codec, schema", attribute: "#[codec(schema)]\n", ..CODEC };

/// This crate, and its peers.
pub(crate) const CANDIDATES: [Candidate; 6] = [
    CODEC,
    BORROWED,
    SHARED,
    Candidate {
        name: "serde + bincode 1",
        dependencies: "serde = { version = \"=1.0.229\", features = [\"derive\"] }\n\
                       bincode = \"=1.3.3\"",
        derives: "serde::Serialize, serde::Deserialize",
        attribute: "",
        run: "bincode::deserialize::<TYPE>(input).ok()\
              .and_then(|value| bincode::serialize(&value).ok())",
    },
    BORSH,
    WINCODE,
];

/// This crate and its peers, for a program that is built from nothing.
pub(crate) const COLD: [Candidate; 4] = [
    Candidate {
        name: "codec",
        dependencies: "codec-core = { path = \"CORE\" }",
        run: "<codec_core::Postcard as codec_core::Format>::from_slice::<TYPE>(input).ok()\
              .and_then(|value| <codec_core::Postcard as codec_core::Format>::to_vec(&value).ok())",
        ..CODEC
    },
    Candidate {
        name: "serde + postcard",
        dependencies: "serde = { version = \"=1.0.229\", features = [\"derive\"] }\n\
                       postcard = { version = \"=1.1.3\", default-features = false, \
                       features = [\"alloc\"] }",
        derives: "serde::Serialize, serde::Deserialize",
        attribute: "",
        run: "postcard::from_bytes::<TYPE>(input).ok()\
              .and_then(|value| postcard::to_allocvec(&value).ok())",
    },
    BORSH,
    WINCODE,
];
