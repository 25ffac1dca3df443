package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"time"

	"github.com/decred/dcrd/chaincfg/chainhash"
	"github.com/decred/dcrd/wire"
)

const pver = wire.ProtocolVersion

// firstTransaction is a full transaction with one input and one output, in its
// frame of 252 bytes.
const firstTransaction = "f900b4d9747800000000000000000000e4000000cef9ca90" +
	"01000000010000000000000000000000000000000000000000000000000000000000000000" +
	"ffffffff00ffffffff0100f2052a010000000000434104678afdb0fe5548271967f1a67130" +
	"b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384d" +
	"f7ba0b8d578a4c702b6bf11d5fac000000000000000001000000000000000000000000000000" +
	"004d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e6365" +
	"6c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f72206261" +
	"6e6b73"

type namedFrame struct {
	name  string
	bytes []byte
}

func hashOf(i int) chainhash.Hash {
	return chainhash.HashH([]byte{byte(i), byte(i >> 8), byte(i >> 16)})
}

// headersMessage has 2,000 headers: a payload of 362,003 bytes.
func headersMessage() wire.Message {
	msg := wire.NewMsgHeaders()
	for i := 0; i < wire.MaxBlockHeadersPerMsg; i++ {
		header := wire.BlockHeader{
			Version:    10,
			PrevBlock:  hashOf(i),
			MerkleRoot: hashOf(i + 1),
			StakeRoot:  hashOf(i + 2),
			Height:     uint32(i),
			Timestamp:  time.Unix(int64(1767225600+i), 0),
		}
		if err := msg.AddBlockHeader(&header); err != nil {
			panic(err)
		}
	}
	return msg
}

// invMessage has 50,000 entries: a payload of 1,800,003 bytes.
func invMessage() wire.Message {
	msg := wire.NewMsgInv()
	for i := 0; i < wire.MaxInvPerMsg; i++ {
		hash := hashOf(i)
		if err := msg.AddInvVect(wire.NewInvVect(wire.InvTypeTx, &hash)); err != nil {
			panic(err)
		}
	}
	return msg
}

// txMessage has 1,000 inputs with scripts of 166 bytes and 1,000 outputs with
// scripts of 25: a payload of 260,021 bytes.
func txMessage() wire.Message {
	msg := wire.NewMsgTx()
	for i := 0; i < 1000; i++ {
		hash := hashOf(i)
		msg.AddTxIn(wire.NewTxIn(wire.NewOutPoint(&hash, 0, 0), int64(i), make([]byte, 166)))
		msg.AddTxOut(wire.NewTxOut(int64(i), make([]byte, 25)))
	}
	return msg
}

func measured() ([]namedFrame, error) {
	first, err := hex.DecodeString(firstTransaction)
	if err != nil {
		return nil, err
	}
	list := []namedFrame{{"tx-252", first}}
	for _, one := range []struct {
		name    string
		msg     wire.Message
		payload int
	}{
		{"headers-362003", headersMessage(), 362003},
		{"inv-1800003", invMessage(), 1800003},
		{"tx-260021", txMessage(), 260021},
	} {
		var buf bytes.Buffer
		if err := wire.WriteMessage(&buf, one.msg, pver, wire.MainNet); err != nil {
			return nil, fmt.Errorf("%s: %w", one.name, err)
		}
		if got := buf.Len() - wire.MessageHeaderSize; got != one.payload {
			return nil, fmt.Errorf("%s: payload of %d bytes, not %d", one.name, got, one.payload)
		}
		list = append(list, namedFrame{one.name, buf.Bytes()})
	}
	return list, nil
}

func frames() error {
	list, err := measured()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, frame := range list {
		fmt.Fprintf(out, "%s %x\n", frame.name, frame.bytes)
	}
	return nil
}
