
// A value moved to the left, or to the right.
func moved(value uint64, by int) uint64 {
	if by < 0 {
		return value >> -by
	}
	return value << by
}

func masked(value, mask uint64, by int) uint64 {
	return moved(value&mask, by)
}

// A length without so many bytes; one that no int holds is over each limit.
func lengthLess(length, less uint64) int {
	if length > math.MaxInt {
		return math.MaxInt
	}
	return int(length) - int(less)
}

// DecodeFrame returns the id and the message of one whole frame; offsets of errors are those in the frame.
func DecodeFrame(data []byte) (MessageID, any, error) {
	id, _, size, err := ReadHeader(data)
	if err != nil {
		return 0, nil, err
	}
	if len(data)-HeaderSize < size {
		return 0, nil, &DecodeError{"UnexpectedEnd", len(data)}
	}
	if len(data)-HeaderSize > size {
		return 0, nil, &DecodeError{"TrailingBytes", HeaderSize + size}
	}
	value, err := DecodeMessage(id, data[HeaderSize:])
	if found, ok := err.(*DecodeError); ok {
		return 0, nil, &DecodeError{found.Kind, HeaderSize + found.Offset}
	}
	return id, value, err
}

// EncodeFrame returns a frame with this message.
func EncodeFrame(id MessageID, value any) ([]byte, error) {
	payload, err := EncodeMessage(id, value)
	if err != nil {
		return nil, err
	}
	data, err := WriteHeader(id, flagsOf(id), len(payload))
	return append(data, payload...), err
}
