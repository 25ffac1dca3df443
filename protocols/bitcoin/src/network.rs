//! The networks, distinguished by the first four bytes of a frame.

codec_node::networks! {
    /// A network of nodes. Its frames begin with a number specific to it.
    ///
    /// A network that is not listed here, such as a signet with a challenge of its own, is a
    /// type of the user's:
    ///
    /// ```
    /// use codec_bitcoin::{FrameHeader, Network};
    /// use codec_core::Header;
    /// #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    /// struct OurSignet;
    /// impl Network for OurSignet {
    ///     const MAGIC: u32 = 0x0403_0201;
    ///     const NAME: &'static str = "our signet";
    ///     const PORT: u16 = 38333;
    /// }
    /// let mut bytes = [0; 24];
    /// FrameHeader::<OurSignet>::describe("verack", 0, &[])?.write(&mut bytes);
    /// assert_eq!(bytes[..5], [1, 2, 3, 4, b'v']);
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    ;
    /// A network that is chosen at run time.
    ///
    /// ```
    /// use codec_bitcoin::{AnyNetwork, Network, NetworkVisitor};
    /// struct Magic;
    /// impl NetworkVisitor for Magic {
    ///     type Output = u32;
    ///     fn visit<N: Network>(self) -> u32 { N::MAGIC }
    /// }
    /// let network: AnyNetwork = "regtest".parse()?;
    /// assert_eq!((network, network.visit(Magic)), (AnyNetwork::RegTest, 0xdab5_bffa));
    /// assert_eq!((network.to_string(), network.port()), ("regtest".into(), 18444));
    /// # Ok::<(), codec_bitcoin::UnknownNetwork>(())
    /// ```
    ;
    /// The main network.
    MainNet, "mainnet", 0xd9b4_bef9, 8333;
    /// The third test network.
    TestNet3, "testnet3", 0x0709_110b, 18333, "testnet";
    /// The fourth test network (BIP94).
    TestNet4, "testnet4", 0x283f_161c, 48333;
    /// The test network whose blocks are signed (BIP325), with the default challenge.
    SigNet, "signet", 0x40cf_030a, 38333;
    /// The regression test network.
    RegTest, "regtest", 0xdab5_bffa, 18444;
    /// The simulation network of btcd.
    SimNet, "simnet", 0x1214_1c16, 18555;
}
