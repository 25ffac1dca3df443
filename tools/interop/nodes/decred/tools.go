//go:build tools

package main

// The node itself, so that its version is pinned here as well.
import _ "github.com/decred/dcrd"
