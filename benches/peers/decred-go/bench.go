package main

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/decred/dcrd/wire"
)

func bench() error {
	testing.Init()
	list, err := measured()
	if err != nil {
		return err
	}
	for _, frame := range list {
		payload := frame.bytes[wire.MessageHeaderSize:]
		_, msg, _, err := wire.ReadMessageN(bytes.NewReader(frame.bytes), pver, wire.MainNet)
		if err != nil {
			return fmt.Errorf("%s: %w", frame.name, err)
		}
		fresh, err := freshOf(msg)
		if err != nil {
			return err
		}
		report(frame.name, "read", "yes", func(b *testing.B) {
			r := bytes.NewReader(nil)
			for i := 0; i < b.N; i++ {
				r.Reset(frame.bytes)
				if _, _, _, err := wire.ReadMessageN(r, pver, wire.MainNet); err != nil {
					b.Fatal(err)
				}
			}
		})
		report(frame.name, "read", "no", func(b *testing.B) {
			r := bytes.NewReader(nil)
			for i := 0; i < b.N; i++ {
				r.Reset(payload)
				if err := fresh().BtcDecode(r, pver); err != nil {
					b.Fatal(err)
				}
			}
		})
		report(frame.name, "write", "yes", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if err := wire.WriteMessage(io.Discard, msg, pver, wire.MainNet); err != nil {
					b.Fatal(err)
				}
			}
		})
		report(frame.name, "write", "no", func(b *testing.B) {
			buf := bytes.NewBuffer(make([]byte, 0, len(payload)))
			for i := 0; i < b.N; i++ {
				buf.Reset()
				if err := msg.BtcEncode(buf, pver); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	return nil
}

// freshOf returns what makes an empty message of the same kind.
func freshOf(msg wire.Message) (func() wire.Message, error) {
	switch msg.(type) {
	case *wire.MsgTx:
		return func() wire.Message { return &wire.MsgTx{} }, nil
	case *wire.MsgHeaders:
		return func() wire.Message { return &wire.MsgHeaders{} }, nil
	case *wire.MsgInv:
		return func() wire.Message { return &wire.MsgInv{} }, nil
	}
	return nil, fmt.Errorf("no fresh %T", msg)
}

func report(name, op, checksum string, run func(*testing.B)) {
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		run(b)
	})
	ns := float64(result.T.Nanoseconds()) / float64(result.N)
	fmt.Printf("%s %s %s %.1f %d %d\n", name, op, checksum, ns,
		result.AllocedBytesPerOp(), result.AllocsPerOp())
}
