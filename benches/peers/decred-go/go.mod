module codec-rs/benches/decred-go

go 1.21

require (
	github.com/decred/dcrd/chaincfg/chainhash v1.0.5
	github.com/decred/dcrd/wire v1.7.5
)

require (
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/klauspost/cpuid/v2 v2.0.9 // indirect
	lukechampine.com/blake3 v1.3.0 // indirect
)
