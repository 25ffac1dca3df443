
func readEach[T any](r *Reader, count int, size uint64, fixed bool, read func(*Reader) T) []T {
	found := []T{}
	outer := r.end
	for ; count > 0; count-- {
		if fixed {
			r.end = r.at + int(size)
		}
		found = append(found, read(r))
		r.end = outer
	}
	return found
}

func readArray[T any](r *Reader, count, size uint64, read func(*Reader) T) []T {
	return readEach(r, r.there(count, size), size, false, read)
}

func readList[T any](r *Reader, count, size uint64, fixed bool, read func(*Reader) T) []T {
	return readEach(r, r.there(count, size), size, fixed, read)
}

func readItems[T any](r *Reader, size uint64, fixed bool, read func(*Reader) T) []T {
	if fixed {
		return readList(r, (r.left()+size-1)/size, size, fixed, read)
	}
	found := []T{}
	for r.hasMore() {
		found = append(found, read(r))
	}
	return found
}

func readToLast[T any](r *Reader, read func(*Reader) T, last func(T) bool, open bool) []T {
	found := []T{}
	for !(open && r.at == r.end) {
		start := r.at
		item := read(r)
		found = append(found, item)
		if last(item) {
			break
		}
		if r.at == start {
			r.refuse("TooManyEmptyElements", r.at)
		}
	}
	return found
}

func readIndexed[T any](r *Reader, count, size uint64, fixed bool, read func(*Reader) T) []T {
	table := r.at
	r.there(count, 4)
	ends := r.take(4 * count)
	start := r.at
	check := func(index, end int) {
		if unsigned(ends[4*index:4*index+4], false) != uint64(end) {
			r.refuse("InvalidIndex", table+4*index)
		}
	}
	all := r.there(count, size)
	if fixed {
		found := readEach(r, all, size, fixed, read)
		for index := range found {
			check(index, int(size)*(index+1))
		}
		return found
	}
	found := []T{}
	for index := 0; index < all; index++ {
		found = append(found, read(r))
		check(index, r.at-start)
	}
	return found
}
