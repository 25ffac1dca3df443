package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/decred/dcrd/wire"
)

// judge reads a frame as dcrd does, and writes it again.
func judge(frame []byte, version uint32) (result string, read int, again string) {
	read, msg, _, err := wire.ReadMessageN(bytes.NewReader(frame), version, wire.MainNet)
	var kind wire.ErrorCode
	var wireErr *wire.MessageError
	switch {
	case err == nil:
	case errors.As(err, &wireErr):
		kind = wireErr.ErrorCode
		return kind.String(), read, "-"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "Eof", read, "-"
	default:
		return err.Error(), read, "-"
	}
	var buf bytes.Buffer
	if err := wire.WriteMessage(&buf, msg, version, wire.MainNet); err != nil {
		return "ok", read, "encerr"
	}
	if !bytes.Equal(buf.Bytes(), frame) {
		return "ok", read, "differs"
	}
	return "ok", read, "same"
}

func verify() error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	lines, wrong := 0, 0
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		fields := strings.Fields(in.Text())
		if len(fields) != 6 {
			return fmt.Errorf("a line has six fields: %q", in.Text())
		}
		version, err := strconv.ParseUint(fields[1], 10, 32)
		if err != nil {
			return err
		}
		frame, err := hex.DecodeString(fields[5])
		if err != nil {
			return err
		}
		lines++
		result, read, again := judge(frame, uint32(version))
		if result != fields[2] || strconv.Itoa(read) != fields[3] || again != fields[4] {
			wrong++
			fmt.Printf("%s %s: %s %d %s, not %s %s %s\n", fields[0], fields[1],
				result, read, again, fields[2], fields[3], fields[4])
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	fmt.Printf("%d frames, %d otherwise\n", lines, wrong)
	if wrong > 0 {
		return errors.New("dcrd says otherwise")
	}
	return nil
}
