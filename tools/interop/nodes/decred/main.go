// A dcrd with a chain: starts one, mines blocks with tickets and votes in them, prints the
// address of its peer-to-peer port, and keeps it until standard input ends.
//
// On simnet the voting wallet of dcrdtest buys tickets and votes; on regnet blocks are mined
// as far as they need no votes.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/decred/dcrd/chaincfg/chainhash"
	"github.com/decred/dcrd/chaincfg/v3"
	"github.com/decred/dcrtest/dcrdtest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "node:", err)
		os.Exit(1)
	}
}

func run() (failure error) {
	dcrd := flag.String("dcrd", "", "path of dcrd")
	network := flag.String("network", "simnet", "simnet or regnet")
	height := flag.Int64("height", 500, "height of the chain")
	flag.Parse()
	dcrdtest.SetPathToDCRD(*dcrd)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	params := chaincfg.SimNetParams()
	if *network == "regnet" {
		params = chaincfg.RegNetParams()
	}
	node, err := dcrdtest.New(nil, params, nil, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err := node.TearDown(); err != nil && failure == nil {
			failure = err
		}
	}()
	// The wallet does not look at the context while it waits for its votes.
	mined := make(chan error, 1)
	go func() { mined <- mine(ctx, node, params, *height) }()
	select {
	case err := <-mined:
		if err != nil {
			return err
		}
	case <-ctx.Done():
		return nil
	}
	fmt.Println("listening on", node.P2PAddress())

	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
	return nil
}

func mine(ctx context.Context, node *dcrdtest.Harness, params *chaincfg.Params, height int64) error {
	if params.Name != "simnet" {
		if err := node.SetUp(ctx, false, 0); err != nil {
			return err
		}
		_, err := node.Node.Generate(ctx, uint32(height))
		return err
	}
	// Coins for the tickets, in as many outputs of the first blocks.
	if err := node.SetUp(ctx, true, 32); err != nil {
		return err
	}
	wallet, err := dcrdtest.NewVotingWallet(ctx, node)
	if err != nil {
		return err
	}
	wallet.SetErrorReporting(func(err error) { fmt.Fprintln(os.Stderr, "wallet:", err) })
	wallet.SetMiner(func(ctx context.Context, count uint32) ([]*chainhash.Hash, error) {
		return dcrdtest.AdjustedSimnetMiner(ctx, node.Node, count)
	})
	if err := wallet.Start(ctx); err != nil {
		return err
	}
	last := time.Now()
	for {
		_, at, err := node.Node.GetBestBlock(ctx)
		if err != nil || at >= height {
			return err
		}
		if time.Since(last) > 10*time.Second {
			fmt.Fprintln(os.Stderr, "height", at)
			last = time.Now()
		}
		if _, err := wallet.GenerateBlocks(ctx, 1); err != nil {
			return err
		}
	}
}
