/* A program that finds frames of Stratum V2 in a stream, and decodes three messages, by hand in C. */
#include <stdint.h>
#include <stddef.h>

/* A receive register. */
extern size_t receive(uint8_t *room, size_t len);

struct bytes { const uint8_t *at; size_t len; };
struct job { uint32_t channel, job, has_time, time, version; const uint8_t *root; };
struct block { uint32_t channel, job, time, bits; const uint8_t *previous; };
struct refused { uint32_t channel, number; struct bytes code; };
struct message {
  enum { NONE, JOB, BLOCK, REFUSED } kind;
  union { struct job job; struct block block; struct refused refused; } of;
};

static uint32_t u32(const uint8_t *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int decode(uint8_t id, const uint8_t *at, size_t len, struct message *out) {
  switch (id) {
  case 0x15: {
    if (len < 9 || at[8] > 1) return -1;
    size_t time = at[8] ? 4 : 0;
    if (len != 9 + time + 36) return -1;
    out->kind = JOB;
    out->of.job = (struct job){ u32(at), u32(at + 4), at[8], time ? u32(at + 9) : 0, u32(at + 9 + time), at + 13 + time };
    return 0;
  }
  case 0x20:
    if (len != 48) return -1;
    out->kind = BLOCK;
    out->of.block = (struct block){ u32(at), u32(at + 4), u32(at + 40), u32(at + 44), at + 8 };
    return 0;
  case 0x1d:
    if (len < 9 || len != 9u + at[8]) return -1;
    out->kind = REFUSED;
    out->of.refused = (struct refused){ u32(at), u32(at + 4), { at + 9, at[8] } };
    return 0;
  default:
    return -2;
  }
}

static uint8_t room[320];

void _start(void) {
  size_t held = 0, skip = 0;
  for (;;) {
    held += receive(room + held, sizeof room - held);
    size_t start = 0;
    for (;;) {
      size_t skipped = skip < held - start ? skip : held - start;
      start += skipped;
      skip -= skipped;
      if (held - start < 6) break;
      const uint8_t *frame = room + start;
      size_t len = 6 + (frame[3] | (size_t)frame[4] << 8 | (size_t)frame[5] << 16);
      if (len > sizeof room) {
        skip = len;
        continue;
      }
      if (held - start < len) break;
      struct message message;
      message.kind = NONE;
      int error = decode(frame[2], frame + 6, len - 6, &message);
      __asm__ volatile("" : : "r"(&message), "r"(error) : "memory");
      start += len;
    }
    for (size_t i = start; i < held; i++) room[i - start] = room[i];
    held -= start;
  }
}

__attribute__((noinline)) size_t receive(uint8_t *at, size_t len) {
  if (len == 0) return 0;
  uint8_t byte = 0;
  __asm__ volatile("" : "+r"(byte));
  at[0] = byte;
  return 1;
}
