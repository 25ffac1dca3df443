// Made by codec-schema from locks, in Postcard: this version, those before it, and the verdicts.
codec_schema::Peers::new(
    "3",
    codec_schema::Fingerprint(0x0452_49b1_d152_6e1f_4623_cf32_2d44_1597),
    &[
        codec_schema::Peer {
            name: "2",
            fingerprint: codec_schema::Fingerprint(0x32b6_ae0b_64d6_c9ed_8160_600c_fd42_c8cd),
            refused: "",
        },
        codec_schema::Peer {
            name: "1",
            fingerprint: codec_schema::Fingerprint(0x01e5_bebe_ef7f_955e_7bed_fae4_9d54_4207),
            refused: "what this version writes, Order: version 3 is refused by version 1: it is readable since version 2",
        },
    ],
)
