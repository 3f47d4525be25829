const idsAtOnce = 256;
const bytesOfId = 16;
const digits = Buffer.from("0123456789abcdef");
/** With what is the same in every random UUID (RFC 9562) already in its place. */
const form = "00000000-0000-4000-8000-000000000000";
/** Where the two digits of each byte stand. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/**
 * Makes UUIDs of random bytes. Node's own are put together from small pieces that stay in memory for as long as
 * the id does, and to make one text of the pieces costs five times as much as all of this. A call has three ids.
 */
export function createNewId(fill: (bytes: Uint8Array) => void): () => string {
  const random = Buffer.alloc(idsAtOnce * bytesOfId);
  const text = Buffer.from(form);
  let next = random.length;

  return () => {
    if (next === random.length) {
      fill(random);
      next = 0;
    }
    for (let index = 0; index < bytesOfId; index += 1) {
      const byte = withMark(random[next + index] ?? 0, index);
      const place = places[index] ?? 0;
      text[place] = digits[byte >> 4] ?? 0;
      text[place + 1] = digits[byte & 15] ?? 0;
    }
    next += bytesOfId;
    return text.toString("latin1");
  };
}

/** Four bits say that it is random, two whose form it has. */
function withMark(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}
