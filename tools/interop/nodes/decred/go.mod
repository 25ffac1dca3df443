module interop/decred

go 1.24.0

require (
	github.com/decred/dcrd v1.10.0
	github.com/decred/dcrd/chaincfg/chainhash v1.0.5
	github.com/decred/dcrd/chaincfg/v3 v3.3.0
	github.com/decred/dcrtest/dcrdtest v1.0.1-0.20240404170936-a2529e936df1
)

require (
	github.com/agl/ed25519 v0.0.0-20170116200512-5312a6153412 // indirect
	github.com/dchest/siphash v1.2.3 // indirect
	github.com/decred/base58 v1.0.6 // indirect
	github.com/decred/dcrd/blockchain/stake/v5 v5.0.2 // indirect
	github.com/decred/dcrd/blockchain/standalone/v2 v2.2.2 // indirect
	github.com/decred/dcrd/certgen v1.2.0 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/decred/dcrd/crypto/rand v1.0.1 // indirect
	github.com/decred/dcrd/crypto/ripemd160 v1.0.2 // indirect
	github.com/decred/dcrd/database/v3 v3.0.3 // indirect
	github.com/decred/dcrd/dcrec v1.0.1 // indirect
	github.com/decred/dcrd/dcrec/edwards/v2 v2.0.4 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.0 // indirect
	github.com/decred/dcrd/dcrjson/v4 v4.2.0 // indirect
	github.com/decred/dcrd/dcrutil/v4 v4.0.3 // indirect
	github.com/decred/dcrd/gcs/v4 v4.1.1 // indirect
	github.com/decred/dcrd/hdkeychain/v3 v3.1.3 // indirect
	github.com/decred/dcrd/rpc/jsonrpc/types/v4 v4.4.0 // indirect
	github.com/decred/dcrd/rpcclient/v8 v8.1.0 // indirect
	github.com/decred/dcrd/txscript/v4 v4.1.2 // indirect
	github.com/decred/dcrd/wire v1.7.1 // indirect
	github.com/decred/go-socks v1.1.0 // indirect
	github.com/decred/slog v1.2.0 // indirect
	github.com/gorilla/websocket v1.5.1 // indirect
	github.com/klauspost/cpuid/v2 v2.0.9 // indirect
	golang.org/x/crypto v0.45.0 // indirect
	golang.org/x/net v0.47.0 // indirect
	golang.org/x/text v0.31.0 // indirect
	lukechampine.com/blake3 v1.3.0 // indirect
)
