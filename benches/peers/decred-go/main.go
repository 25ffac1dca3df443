// Command decred-go runs frames of Decred through github.com/decred/dcrd/wire.
//
//	decred-go frames         print the frames that are measured: name and hex
//	decred-go verify < FILE  read frames, and tell where dcrd says otherwise
//	decred-go bench          measure reading and writing, a line a case
//
// A line of verify's input is `name pver result bytes_read reencode frame_hex`,
// as in protocols/decred/tests/data/frames.txt. A line of bench's output is
// `name op checksum ns bytes allocs`: op is read or write, checksum is yes or
// no, and the numbers are nanoseconds, bytes and allocations an operation.
package main

import (
	"fmt"
	"os"
)

func main() {
	commands := map[string]func() error{"frames": frames, "verify": verify, "bench": bench}
	if len(os.Args) != 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: decred-go frames|verify|bench")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
