const idsAtOnce = 256;
const bytesOfId = 16;
const digits = Buffer.from("0123456789abcdef");
/** Contains the fixed digits of every random UUID (RFC 9562). */
const form = "00000000-0000-4000-8000-000000000000";
/** Position of each byte's two digits. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/**
 * Creates UUIDs from random bytes. Node's own UUIDs are ropes of small strings that stay in memory
 * with the id. Flattening one costs five times as much as this. A call has three ids.
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

/** Sets the four version bits and the two variant bits. */
function withMark(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}
