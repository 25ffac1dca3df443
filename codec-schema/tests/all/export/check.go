// Prints what the package codec says of each payload in a list.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"check/codec"
)

func said(line string) string {
	name, payload, _ := strings.Cut(line, " ")
	data, err := hex.DecodeString(payload)
	if err != nil {
		panic(err)
	}
	id, value := ID(name), any(nil)
	if name == "frame" {
		id, value, err = decodeFrame(data)
	} else {
		value, err = codec.DecodeMessage(id, data)
	}
	var refused *codec.DecodeError
	if errors.As(err, &refused) {
		return refused.Kind + " " + strconv.Itoa(refused.Offset)
	}
	// The value is no part of the bytes that it was read of.
	for i := range data {
		data[i] = 0xa5
	}
	if name == "frame" {
		data, err = encodeFrame(id, value)
	} else {
		data, err = codec.EncodeMessage(id, value)
	}
	if err != nil {
		return "encode " + err.Error()
	}
	return "ok " + hex.EncodeToString(data)
}

func main() {
	list, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(list)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		fmt.Println(said(lines.Text()))
	}
}
