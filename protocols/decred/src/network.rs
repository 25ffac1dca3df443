//! The networks, distinguished by the first four bytes of a frame.

codec_node::networks! {
    /// A network of nodes. Its frames begin with a number specific to it.
    ;
    /// A network that is chosen at run time.
    ///
    /// ```
    /// use codec_decred::{AnyNetwork, Network, NetworkVisitor};
    /// struct Magic;
    /// impl NetworkVisitor for Magic {
    ///     type Output = u32;
    ///     fn visit<N: Network>(self) -> u32 { N::MAGIC }
    /// }
    /// let network: AnyNetwork = "simnet".parse()?;
    /// assert_eq!((network, network.visit(Magic)), (AnyNetwork::SimNet, 0x1214_1c16));
    /// assert_eq!((network.to_string(), network.port()), ("simnet".into(), 18555));
    /// # Ok::<(), codec_decred::UnknownNetwork>(())
    /// ```
    ;
    /// The main network.
    MainNet, "mainnet", 0xd9b4_00f9, 9108;
    /// The third test network.
    TestNet3, "testnet3", 0xb194_aa75, 19108;
    /// The simulation network.
    SimNet, "simnet", 0x1214_1c16, 18555;
    /// The regression test network.
    RegNet, "regnet", 0xdab5_00fa, 18655;
}
