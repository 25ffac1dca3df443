package main

import "check/codec"

func decodeFrame(data []byte) (codec.MessageID, any, error) {
	return codec.DecodeFrame(data)
}

func encodeFrame(id codec.MessageID, value any) ([]byte, error) {
	return codec.EncodeFrame(id, value)
}
