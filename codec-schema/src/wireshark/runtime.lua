-- Reads values and puts them into Wireshark's tree. What follows describes one protocol with
-- the functions of this part, which is the same for all protocols.

-- What stops a message: `at` is where, `text` why, `kind` one of the expert infos.
local function stop(kind, at, text) error({ kind = kind, at = at, text = text }, 0) end
local function malformed(at, text) stop("malformed", at, text) end

local function need(c, len)
  if c.at + len <= c.stop then return end
  local text = string.format("%d bytes expected, %d left", len, c.stop - c.at)
  stop(c.is_cut and "cut" or "malformed", c.at, text)
end

local function take(c, len)
  need(c, len)
  local range = c.tvb(c.at, len)
  c.at = c.at + len
  return range
end

-- Numbers. Where a double holds one exactly it is one, else a UInt64 or an Int64; the bits of
-- one of 128 bits are not looked at, it is `nil`.

local EXACT = 2 ^ 53

local function narrow(value)
  local number = value:tonumber()
  if number < EXACT and number > -EXACT then return number end
  return value
end

local function wide(value)
  if type(value) ~= "number" then return value end
  return UInt64.new(value % 2 ^ 32, math.floor(value / 2 ^ 32))
end

local function wide_signed(value)
  if type(value) ~= "number" then return value end
  local low, high = value % 2 ^ 32, math.floor(value / 2 ^ 32)
  return Int64.new(low, high % 2 ^ 32)
end

-- A number of so many bytes.
local function fixed(bytes, big, signed)
  return function(c)
    local range = take(c, bytes)
    if bytes > 8 then return nil end
    if bytes <= 4 then
      if signed then
        if big then return range:int() end
        return range:le_int()
      end
      if big then return range:uint() end
      return range:le_uint()
    end
    if signed then
      if big then return narrow(range:int64()) end
      return narrow(range:le_int64())
    end
    if big then return narrow(range:uint64()) end
    return narrow(range:le_uint64())
  end
end

local function unzigzag(value)
  if value == nil then return nil end
  if type(value) == "number" then
    if value % 2 == 0 then return value / 2 end
    return -(value + 1) / 2
  end
  local half = value:rshift(1)
  if value:band(UInt64.new(1)):tonumber() == 1 then half = half:bnot() end
  return narrow(Int64.new(half:lower(), half:higher()))
end

local function in_type(value, bytes)
  return bytes >= 8 or type(value) == "number" and value < 2 ^ (8 * bytes)
end

-- LEB128 of a number of `bytes` bytes in up to `most`.
local function leb128(bytes, most, signed, strict)
  return function(c)
    local from, value, low, shift = c.at, UInt64.new(0), nil, 0
    repeat
      if c.at - from == most then malformed(from, "number of too many bytes") end
      low = take(c, 1):uint()
      local group = low % 128
      if shift + 7 > 8 * bytes and group >= 2 ^ math.max(0, 8 * bytes - shift) then
        malformed(from, "number too large for its type")
      end
      if shift < 64 then value = value:bor(UInt64.new(group):lshift(shift)) end
      shift = shift + 7
    until low < 128
    if strict and low == 0 and c.at - from > 1 then malformed(from, "number not in the fewest bytes") end
    if bytes > 8 then return nil end
    value = narrow(value)
    if not in_type(value, bytes) then malformed(from, "number too large for its type") end
    if signed then return unzigzag(value) end
    return value
  end
end

-- One byte up to `first`, else a mark and as many bytes as it says.
local function marked(bytes, first, marks, signed, fewest)
  return function(c)
    local from = c.at
    local value = take(c, 1):uint()
    local width = value > first and marks[value]
    if value > first and (not width or width > bytes) then malformed(from, "invalid mark of a number") end
    if width then
      value = fixed(width, false, false)(c)
      local least = width == 2 and first + 1 or 2 ^ (4 * width)
      if fewest and type(value) == "number" and value < least then
        malformed(from, "number not in the fewest bytes")
      end
    end
    if signed then return unzigzag(value) end
    return value
  end
end

-- Values. Each of these makes a function that reads one, adds it to a tree, and returns what
-- expressions may ask of it: its value, or its count.

local function add_number(tree, field, how, from, c, value)
  local range = c.tvb(from, c.at - from)
  if how == "fixed" or value == nil then return tree:add(field, range) end
  if how == "little" then return tree:add_le(field, range) end
  if how == "wide" then return tree:add(field, range, wide(value)) end
  if how == "wide signed" then return tree:add(field, range, wide_signed(value)) end
  return tree:add(field, range, value)
end

local function exceeds(value, max)
  if type(value) == "number" then return value > max end
  return max < EXACT or value > wide(max)
end

local function int(field, how, read, limits)
  return function(c, tree)
    local from = c.at
    local value = read(c)
    c.item = add_number(tree, field, how, from, c, value)
    if limits.nonzero and value == 0 then malformed(from, "zero") end
    if limits.max and exceeds(value, limits.max) then malformed(from, "number over its limit") end
    return value
  end
end

-- A number, and below it those of its bits that have a name, unless another field says otherwise.
local function flagged(list, big, read)
  return function(c, tree, env)
    local from = c.at
    local value = read(c, tree, env)
    local item, range = c.item, c.tvb(from, c.at - from)
    for _, flag in ipairs(list) do
      local other, inner = env.value[flag.index or -1], env.inner[flag.index or -1]
      if inner then other = inner.tag end
      if not flag.index or other == flag.value then
        if big then item:add(flag.field, range) else item:add_le(flag.field, range) end
      end
    end
    return value
  end
end

-- The same value once more, hidden, in the field that several messages have.
local function also(field, how, read)
  return function(c, tree, env)
    local from = c.at
    local value, len = read(c, tree, env)
    local item
    if how == "text" then
      item = tree:add_packet_field(field, c.tvb(c.at - len, len), ENC_UTF_8)
    else
      item = add_number(tree, field, how, from, c, value)
    end
    item:set_hidden()
    return value, len
  end
end

local function bool(field, by_bit)
  return function(c, tree)
    local from = c.at
    local byte = take(c, 1):uint()
    if not by_bit and byte > 1 then malformed(from, string.format("neither 0 nor 1: %d", byte)) end
    tree:add(field, c.tvb(from, 1), byte % 2 == 1)
    return byte % 2
  end
end

local function float(field, bytes, big)
  return function(c, tree)
    local range = take(c, bytes)
    if big then tree:add(field, range) else tree:add_le(field, range) end
  end
end

local function magic(field, hex)
  local len = #hex / 2
  return function(c, tree)
    local from = c.at
    local range = take(c, len)
    if range:bytes() ~= ByteArray.new(hex) then malformed(from, "another constant than " .. hex) end
    tree:add(field, range)
  end
end

-- Counts: `prefix` reads one, `expression` computes one, `rest` takes all that is left.

local function prefix(field, how, read, min, max)
  return function(c, tree)
    local from = c.at
    local count = read(c)
    add_number(tree, field, how, from, c, count)
    if type(count) ~= "number" then malformed(from, "count beyond all memory") end
    -- Of a signed count, which alone may be one, it says that there is nothing.
    if count == -1 then return count end
    if max and count > max then malformed(from, string.format("count %d over the limit %d", count, max)) end
    if count < min then malformed(from, string.format("count %d under the least, %d", count, min)) end
    return count
  end
end

local function constant(count)
  return function() return count end
end

local function computed(compute, text, min, max)
  return function(c, _, env)
    local count = compute and compute(env)
    if type(count) ~= "number" then stop("unknown", c.at, "as many as " .. text) end
    if count < 0 or max and count > max then malformed(c.at, string.format("count %d over its limit", count)) end
    if count < min then malformed(c.at, string.format("count %d under the least", count)) end
    return count
  end
end

-- A count between what expressions over earlier fields say, as far as they are known.
local function within(count, least, most)
  return function(c, tree, env)
    local from = c.at
    local len = count(c, tree, env)
    if len == -1 then return len end
    local low, high = least and least(env), most and most(env)
    if type(low) == "number" and (len < low or low < 0) then
      malformed(from, string.format("count %d under the least, %d", len, low))
    end
    if type(high) == "number" and len > high then
      malformed(from, string.format("count %d over the limit %d", len, high))
    end
    return len
  end
end

-- The count that was read before what it counts.
local function given(c)
  local count = c.given
  c.given = nil
  return count
end

local function is_utf8(text)
  local at = 1
  while at <= #text do
    local first = text:byte(at)
    local len = first < 0x80 and 1 or first >= 0xc2 and first < 0xe0 and 2
      or first >= 0xe0 and first < 0xf0 and 3 or first >= 0xf0 and first < 0xf5 and 4
    if not len or at + len - 1 > #text then return false end
    for more = at + 1, at + len - 1 do
      local byte = text:byte(more)
      if byte < 0x80 or byte > 0xbf then return false end
    end
    local second = text:byte(at + 1)
    if first == 0xe0 and second < 0xa0 or first == 0xed and second > 0x9f
      or first == 0xf0 and second < 0x90 or first == 0xf4 and second > 0x8f then
      return false
    end
    at = at + len
  end
  return true
end

local function is_utf16(text)
  local wants_low = false
  for at = 2, #text, 2 do
    local byte = text:byte(at)
    local is_low = byte >= 0xdc and byte <= 0xdf
    if wants_low ~= is_low then return false end
    wants_low = byte >= 0xd8 and byte <= 0xdb
  end
  return not wants_low
end

local function bytes(field, count)
  return function(c, tree, env)
    local len = count and count(c, tree, env) or c.stop - c.at
    tree:add(field, take(c, len))
    return nil, len
  end
end

local function text(field, count, charset)
  local encoding = charset == "utf16" and ENC_UTF_16 + ENC_LITTLE_ENDIAN or ENC_UTF_8
  return function(c, tree, env)
    local len = count and count(c, tree, env)
    local size = not len and c.stop - c.at or charset == "utf16" and 2 * len or len
    local from = c.at
    local range = take(c, size)
    tree:add_packet_field(field, range, encoding)
    local raw = size > 0 and c.tvb:raw(from, size) or ""
    if charset == "utf8" and not is_utf8(raw) then malformed(from, "invalid UTF-8") end
    if charset == "utf16" and not is_utf16(raw) then malformed(from, "invalid UTF-16") end
    if charset == "nonzero" and raw:find("%z") then malformed(from, "zero in a string of C") end
    return nil, len or size
  end
end

-- How many bytes there are before one of this value.
local function length_until(c, stop_at)
  local at = c.at
  while at < c.stop do
    if c.tvb(at, 1):uint() == stop_at then return at - c.at end
    at = at + 1
  end
  c.at = c.stop
  need(c, 1)
end

local function bytes_until(field, stop_at)
  return function(c, tree)
    tree:add(field, take(c, length_until(c, stop_at)))
    take(c, 1)
  end
end

local function text_until(field, stop_at, is_checked)
  return function(c, tree)
    local from, len = c.at, length_until(c, stop_at)
    tree:add_packet_field(field, take(c, len), ENC_UTF_8)
    local raw = len > 0 and c.tvb:raw(from, len) or ""
    if is_checked and not is_utf8(raw) then malformed(from, "invalid UTF-8") end
    take(c, 1)
  end
end

-- What is as long as `count` says, in bytes.
local function sized(count, item)
  return function(c, tree, env)
    local len = count(c, tree, env)
    need(c, len)
    local around = c.stop
    c.stop = c.at + len
    local value, elements = item(c, tree, env)
    if c.at < c.stop then malformed(c.at, string.format("%d bytes left of a known length", c.stop - c.at)) end
    c.stop = around
    return value, elements
  end
end

-- Some bits of a word of `len` bytes, which the first of its fields takes.
local function bit_field(field, len, little, shift, width, is_first, is_bool, is_signed)
  return function(c, tree)
    if is_first then take(c, len) end
    local range = c.tvb(c.at - len, len)
    local word = UInt64.new(0)
    for index = 0, len - 1 do
      local byte = range(little and len - 1 - index or index, 1):uint()
      word = word:lshift(8):bor(UInt64.new(byte))
    end
    word = word:rshift(shift)
    if width < 64 then word = word:band(UInt64.new(1):lshift(width) - UInt64.new(1)) end
    if is_signed then
      word = Int64.new(word:lower(), word:higher()):lshift(64 - width):arshift(64 - width)
    end
    local value = narrow(word)
    if is_bool then
      tree:add(field, range, value ~= 0)
    elseif width > 32 then
      tree:add(field, range, word)
    else
      tree:add(field, range, value)
    end
    return value
  end
end

local function list(name, count, item)
  return function(c, tree, env)
    local from = c.at
    local branch = tree:add(c.tvb(from, c.stop - from), name)
    local len = count and count(c, branch, env)
    if len then branch:append_text(string.format(": %d", len)) end
    local element = 0
    while len and element < len or not len and c.at < c.stop do
      local before = c.at
      c.element = string.format("[%d]", element)
      item(c, branch)
      c.element = nil
      element = element + 1
      if c.at == before and element < (len or math.huge) then
        branch:append_text(" (of no bytes)")
        break
      end
    end
    branch:set_len(c.at - from)
    return nil, len or element
  end
end

-- A list after a table of where each element ends, which must be right.
local function indexed(name, count, field, item)
  return function(c, tree, env)
    local from = c.at
    local branch = tree:add(c.tvb(from, c.stop - from), name)
    local len = count(c, branch, env)
    branch:append_text(string.format(": %d", len))
    -- First without the width, which may make the product too large for a number.
    need(c, len)
    local ends = c.at
    if len > 0 then branch:add(field, take(c, 4 * len)) end
    local start = c.at
    for element = 0, len - 1 do
      c.element = string.format("[%d]", element)
      item(c, branch)
      c.element = nil
      if c.tvb(ends + 4 * element, 4):le_uint() ~= c.at - start then
        malformed(ends + 4 * element, "offset is not the end of its element")
      end
    end
    branch:set_len(c.at - from)
    return nil, len
  end
end

-- What a condition asks of an element: of the field at the end of this path, or of itself.
local function part(element, path)
  for _, index in ipairs(path) do
    local done = element.done
    if not done or not done.value then return {} end
    element = { value = done.value[index], len = done.len[index], done = done.inner[index] }
  end
  return { value = element.value, len = element.len, tag = element.done and element.done.tag }
end

-- Elements to the first that is the last, or where it is `open` to the end.
local function ended(name, item, is_last, text, open)
  return function(c, tree, env)
    local from = c.at
    local branch = tree:add(c.tvb(from, c.stop - from), name)
    local element, done = 0, false
    while not done and not (open and c.at == c.stop) do
      local before = c.at
      c.element, c.done = string.format("[%d]", element), nil
      local value, len = item(c, branch)
      c.element = nil
      element = element + 1
      local last = is_last and is_last(env, { value = value, len = len, done = c.done })
      if last == nil then stop("unknown", c.at, "whether an element is the last: " .. text) end
      done = last ~= 0
      if not done and c.at == before then malformed(before, "element of no bytes") end
    end
    branch:set_len(c.at - from)
    return nil, element
  end
end

local function option(field, item)
  return function(c, tree)
    local from = c.at
    local byte = take(c, 1):uint()
    tree:add(field, c.tvb(from, 1), byte == 1)
    if byte > 1 then malformed(from, string.format("neither 0 nor 1 before an option: %d", byte)) end
    if byte == 1 then item(c, tree) end
  end
end

local function maybe(count, item)
  return function(c, tree, env)
    local from = c.at
    local len = count(c, tree, env)
    if len > 1 then malformed(from, string.format("an option of %d", len)) end
    if len == 1 then item(c, tree) end
    return nil, len
  end
end

local function nullable(count, item)
  return function(c, tree, env)
    local len = count(c, tree, env)
    if len == -1 then return nil, nil end
    c.given = len
    return item(c, tree, env)
  end
end

local function tuple(name, parts)
  return function(c, tree)
    local from = c.at
    local label = c.element or name
    c.element = nil
    local branch = tree:add(c.tvb(from, c.stop - from), label)
    for _, part in ipairs(parts) do part(c, branch) end
    branch:set_len(c.at - from)
  end
end

local function utf8_char(field)
  return function(c, tree)
    local from = c.at
    local first = take(c, 1):uint()
    local more = first < 0x80 and 0 or first < 0xe0 and 1 or first < 0xf0 and 2 or 3
    take(c, more)
    tree:add_packet_field(field, c.tvb(from, 1 + more), ENC_UTF_8)
    if not is_utf8(c.tvb:raw(from, 1 + more)) then malformed(from, "invalid character") end
  end
end

local function opaque(words)
  return function(c) stop("unknown", c.at, words) end
end

local DEEPEST = 64

-- A struct or an enum, in a branch of its own.
local function of_type(types, index, field)
  return function(c, tree)
    if c.depth == DEEPEST then stop("unknown", c.at, "nested too deep") end
    c.depth = c.depth + 1
    local from, element = c.at, c.element
    c.element = nil
    local branch = tree:add(field, c.tvb(from, c.stop - from))
    if element then branch:prepend_text(element .. " ") end
    types[index](c, branch)
    branch:set_len(c.at - from)
    c.depth = c.depth - 1
  end
end

-- What numbers are compared by.
local op

-- How many bytes fields have, from one to another; `nil` where one of them is not there.
local function encoded(env, first, last)
  local from, to = env.from[first], env.to[last]
  return from and to and to - from
end

local function check_computed(list, env)
  for _, field in ipairs(list) do
    local value = field.computed and env.value[field.index]
    if value ~= nil and field.computed and op.eq(value, field.computed(env)) == 0 then
      malformed(env.from[field.index], "not what it is computed to be: " .. field.is)
    end
  end
end

local function fields(list)
  return function(c, tree, version)
    local env = { value = {}, len = {}, from = {}, to = {}, inner = {} }
    local base = c.at
    for _, field in ipairs(list) do
      local is_there = true
      if version then
        is_there = version >= (field.since or 0) and version < (field.removed or math.huge)
      end
      if is_there and field.left then is_there = c.at < c.stop end
      if is_there and field.condition then
        local holds = field.condition(env)
        if holds == nil then stop("unknown", c.at, "there if " .. field.text) end
        is_there = holds ~= 0
      elseif field.text then
        stop("unknown", c.at, "there if " .. field.text)
      end
      env.from[field.index] = c.at
      if is_there then
        local function pad(len)
          if len and len > 0 then tree:add(field.padding, take(c, len)) end
        end
        pad(field.before)
        local beyond = field.align and (c.at - base) % field.align or 0
        if beyond > 0 then pad(field.align - beyond) end
        c.done = nil
        env.value[field.index], env.len[field.index] = field.read(c, tree, env)
        env.inner[field.index] = c.done
        pad(field.after)
      end
      env.to[field.index] = c.at
    end
    check_computed(list, env)
    c.done = env
  end
end

local function record(opening, list, version)
  local read = fields(list)
  return function(c, tree)
    if opening then opening(c, tree) end
    if not version then return read(c, tree) end
    local from = c.at
    local number = version.number(c, tree)
    if number == 0 then
      number = version.number(c, tree)
      if number == 0 then malformed(from, "version 0") end
      local oldest = version.oldest(c, tree)
      if oldest < 2 or oldest > number then malformed(from, "version 0") end
      if oldest > version.known then
        stop("unknown", from, "version " .. number .. ", readable since version " .. oldest)
      end
    end
    local len = version.len(c, tree)
    if type(len) ~= "number" then malformed(from, "length beyond all memory") end
    need(c, len)
    local around = c.stop
    c.stop = c.at + len
    read(c, tree, number)
    if c.at < c.stop then tree:add(version.newer, take(c, c.stop - c.at)) end
    c.stop = around
  end
end

local function choice(opening, tag, variants, other)
  return function(c, tree)
    if opening then opening(c, tree) end
    local from = c.at
    local number = tag(c, tree)
    local variant = type(number) == "number" and variants[number]
    if variant then
      variant(c, tree)
    elseif not other then
      malformed(from, "no variant has the tag " .. tostring(number))
    elseif other ~= true then
      other(c, tree)
    end
    c.done = { tag = number }
  end
end

-- A variant, in a branch, whose tag other fields tell.
local function tagged(name, compute, text, variants, other)
  return function(c, tree, env)
    local from = c.at
    local number = compute and compute(env)
    if type(number) ~= "number" then stop("unknown", from, "the variant of " .. text) end
    local read = variants[number] or other
    if not read then malformed(from, "no variant has the tag " .. tostring(number)) end
    if read == true then return end
    local branch = tree:add(c.tvb(from, c.stop - from), name)
    read(c, branch)
    branch:set_len(c.at - from)
  end
end

-- Expressions over earlier fields: the numbers of Rust, as far as a double holds them.
-- `nil` is a value that is not known.

local function exact(value)
  if value and type(value) == "number" and value < EXACT and value > -EXACT then return value end
  return nil
end

local function truth(value)
  if value == nil then return nil end
  return value and 1 or 0
end

local function bits(operate)
  return function(a, b)
    if a == nil or b == nil then return nil end
    local small = type(a) ~= "number" or a >= 0
    if not small or type(b) == "number" and b < 0 then return nil end
    return narrow(operate(wide(a), wide(b)))
  end
end

local function arithmetic(operate)
  return function(a, b)
    if not exact(a) or not exact(b) then return nil end
    return exact(operate(a, b))
  end
end

local function compare(operate)
  return function(a, b)
    if a == nil or b == nil then return nil end
    if type(a) == "number" and type(b) == "number" then return truth(operate(a, b)) end
    local function far(value) return type(value) ~= "number" and value:tonumber() or value end
    -- At most one of them is exact, or both are beyond all that are, of which the order is
    -- that of the doubles unless these are the same.
    if far(a) ~= far(b) then return truth(operate(far(a), far(b))) end
    if type(a) == "number" or type(b) == "number" then return nil end
    return truth(operate(a, b))
  end
end

local function toward_zero(value) return value < 0 and math.ceil(value) or math.floor(value) end

op = {
  add = arithmetic(function(a, b) return a + b end),
  sub = arithmetic(function(a, b) return a - b end),
  mul = arithmetic(function(a, b) return a * b end),
  div = arithmetic(function(a, b) return b ~= 0 and toward_zero(a / b) or nil end),
  rem = arithmetic(function(a, b) return b ~= 0 and math.fmod(a, b) or nil end),
  bit_and = bits(function(a, b) return a:band(b) end),
  bit_or = bits(function(a, b) return a:bor(b) end),
  bit_xor = bits(function(a, b) return a:bxor(b) end),
  shl = bits(function(a, b) return a:lshift(b:tonumber()) end),
  shr = bits(function(a, b) return a:rshift(b:tonumber()) end),
  eq = compare(function(a, b) return a == b end),
  ne = compare(function(a, b) return a ~= b end),
  lt = compare(function(a, b) return a < b end),
  le = compare(function(a, b) return a <= b end),
  gt = compare(function(a, b) return a > b end),
  ge = compare(function(a, b) return a >= b end),
}
op["not"] = function(a) return a and truth(a == 0) end
op["and"] = function(a, b)
  if a == 0 or b == 0 then return 0 end
  return a and b and 1
end
op["or"] = function(a, b)
  if a == nil or b == nil then return nil end
  return truth(a ~= 0 or b ~= 0)
end

-- Frames.

local function said(value)
  if type(value) == "number" then return string.format("%d", value) end
  return tostring(value)
end

local function part_of(tvb, offset, part)
  local range = tvb(offset + part.offset, part.size)
  if part.shape == "ascii" then
    return (tvb:raw(offset + part.offset, part.size):gsub("%z+$", ""))
  end
  if part.shape == "bytes" then return nil end
  return fixed(part.size, part.big, part.shape == "signed")(
    { tvb = tvb, at = offset + part.offset, stop = offset + part.offset + range:len() })
end

-- An id of several parts as text: `0x05 of extension 0x4001`, without parts that are 0.
local function id_text(header, tvb)
  local text, rest = nil, ""
  for _, part in ipairs(header.parts) do
    local value = part_of(tvb, 0, part)
    local width = string.format("0x%%0%dx", 2 * part.size)
    if part.role == "id" and type(value) ~= "number" then return tostring(value) end
    if part.role == "id" then text = string.format(width, value) end
    for _, piece in ipairs(part.pieces or {}) do
      local of = op.bit_and(value, piece.mask)
      if piece.of == "id" and of ~= 0 then
        rest = rest .. " of " .. part.name:gsub("_type$", "") .. " " .. string.format(width, of)
      end
    end
  end
  return (text or "") .. rest
end

local function of_header(header, tvb, offset)
  local found = { id = nil, flags = 0 }
  for _, part in ipairs(header.parts) do
    local value = part_of(tvb, offset, part)
    if part.role == "len" then
      found.len = value
      if type(value) == "number" then found.len = value - (part.includes or 0) end
    end
    if part.role == "flags" then found.flags = op.bit_or(found.flags, value) end
    if part.role == "id" then
      found.id = type(value) == "string" and value or op.bit_or(found.id or 0, value)
    end
    for _, piece in ipairs(part.pieces or {}) do
      local of = op.bit_and(value, piece.mask)
      of = piece.shift < 0 and op.shr(of, -piece.shift) or op.shl(of, piece.shift)
      found[piece.of] = op.bit_or(found[piece.of] or 0, of)
    end
    if part.magic and tvb(offset + part.offset, part.size):bytes() ~= ByteArray.new(part.magic) then
      found.problem = part.name .. " is another constant than " .. part.magic
    end
  end
  if type(found.len) ~= "number" or found.len > header.max then
    found.problem = string.format("payload of %s bytes is over the limit %d", said(found.len), header.max)
  elseif found.len < 0 then
    found.problem = string.format("the length counts %d bytes too few", -found.len)
  end
  return found
end

local function add_header(header, tvb, tree)
  local branch = tree:add(header.field, tvb(0, header.size))
  for _, part in ipairs(header.parts) do
    local range = tvb(part.offset, part.size)
    local item
    if part.shape == "ascii" then
      item = branch:add_packet_field(part.field, range, ENC_ASCII)
    elseif part.shape == "bytes" or part.big then
      item = branch:add(part.field, range)
    else
      item = branch:add_le(part.field, range)
    end
    for _, piece in ipairs(part.pieces or {}) do
      if part.big then item:add(piece.field, range) else item:add_le(piece.field, range) end
    end
  end
  return branch
end

local function register(p)
  local proto, header, experts = p.proto, p.header, p.experts

  local function frame_len(tvb, _, offset)
    local found = of_header(header, tvb, offset)
    -- After a header that is none, nothing tells where another begins.
    if found.problem then return tvb:len() - offset end
    return header.size + found.len
  end

  local function payload(c, tree, read)
    local is_done, why = pcall(function()
      if read then read(c, tree) end
      while p.trailer and c.at < c.stop do p.trailer(c, tree) end
      if c.at < c.stop then malformed(c.at, string.format("%d bytes after the value", c.stop - c.at)) end
    end)
    if is_done then return end
    if type(why) ~= "table" then error(why, 0) end
    local at = math.min(why.at, c.stop)
    local item = tree:add(p.left, c.tvb(at, c.stop - at))
    item:add_proto_expert_info(experts[why.kind], experts[why.kind .. "_text"] .. ": " .. why.text)
  end

  local function dissect_frame(tvb, pinfo, root)
    local tree = root:add(proto, tvb())
    pinfo.cols.protocol = p.short
    if tvb:len() < header.size then
      tree:add_proto_expert_info(experts.cut, experts.cut_text .. ": in the header")
      return tvb:len()
    end
    local found = of_header(header, tvb, 0)
    local branch = add_header(header, tvb, tree)
    if found.problem then
      branch:add_proto_expert_info(experts.malformed, experts.malformed_text .. ": " .. found.problem)
      tree:append_text(", malformed")
      pinfo.cols.info:append(" [malformed]")
      return tvb:len()
    end
    local message = p.messages[found.id] or p.single
    local name = message and message.name or "unknown " .. id_text(header, tvb)
    tree:append_text(", " .. name)
    pinfo.cols.info:append(" " .. name)
    if p.name_field then tree:add(p.name_field, tvb(0, header.size), name):set_generated() end
    if message and message.flags ~= found.flags then
      branch:add_proto_expert_info(experts.flags)
    end
    local c = {
      tvb = tvb, at = header.size, stop = tvb:len(), depth = 0,
      is_cut = tvb:len() < header.size + found.len,
    }
    if message then
      payload(c, tree, message.read)
    else
      local item = tree:add(p.left, tvb(c.at, c.stop - c.at))
      item:add_proto_expert_info(experts.unknown, experts.unknown_text .. ": no message has the id")
    end
    return tvb:len()
  end

  -- The connections that begin with a frame of the protocol, and those that don't, by their numbers.
  local stream, kinds = p.encrypted and Field.new("tcp.stream"), {}
  function proto.init() kinds = {} end

  local function is_encrypted(tvb)
    local number = stream().value
    if kinds[number] == nil and tvb:len() >= header.size then
      local found = of_header(header, tvb, 0)
      kinds[number] = not p.single and (found.problem ~= nil or p.messages[found.id] == nil)
    end
    return kinds[number]
  end

  function proto.dissector(tvb, pinfo, root)
    pinfo.cols.info = ""
    if p.encrypted and is_encrypted(tvb) then
      local tree = root:add(proto, tvb())
      pinfo.cols.protocol = p.short
      pinfo.cols.info:append(" [encrypted]")
      tree:append_text(", encrypted")
      tree:add(p.encrypted, tvb(0, 0), true):set_generated()
      tree:add(p.left, tvb()):add_proto_expert_info(experts.encrypted)
      return tvb:len()
    end
    dissect_tcp_pdus(tvb, root, header.size, frame_len, dissect_frame)
    return tvb:len()
  end

  local ports = DissectorTable.get("tcp.port")
  for _, port in ipairs(p.ports) do ports:add(port, proto) end
  ports:add_for_decode_as(proto)
end
