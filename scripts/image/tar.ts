/** One entry of an archive. Owners are numbers, since names mean nothing in another system. */
export type Entry = {
  readonly path: string;
  /** Default: 0 for owner and group. */
  readonly owner?: number;
} & (
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: "folder"; readonly mode: number }
  | { readonly kind: "link"; readonly to: string }
);

const block = 512;
const typeFlags = { file: "0", folder: "5", link: "2" } as const;

/**
 * Writes an archive in the ustar format. Sorted, with one time for all entries, so the same entries
 * give the same bytes in any folder and at any time.
 */
export function writeTar(entries: readonly Entry[], seconds: number): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap((entry) => {
    const bytes = entry.kind === "file" ? entry.bytes : Buffer.alloc(0);
    return [header(entry, bytes.length, seconds), bytes, Buffer.alloc(padding(bytes.length))];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}

function header(entry: Entry, size: number, seconds: number): Buffer {
  const made = Buffer.alloc(block);
  const { name, prefix } = nameOf(entry);
  const mode = entry.kind === "link" ? 0o777 : entry.mode;
  const owner = octal(entry.owner ?? 0, 8);
  const fields: readonly (readonly [offset: number, text: string])[] = [
    [0, name],
    [100, octal(mode, 8)],
    [108, owner],
    [116, owner],
    [124, octal(size, 12)],
    [136, octal(seconds, 12)],
    [148, " ".repeat(8)],
    [156, typeFlags[entry.kind]],
    [157, entry.kind === "link" ? entry.to : ""],
    [257, "ustar\u000000"],
    [345, prefix],
  ];
  for (const [offset, text] of fields) made.write(text, offset, "utf8");
  const sum = made.reduce((total, byte) => total + byte, 0);
  made.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148, "latin1");
  return made;
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\u0000`;
}

/** Splits a long path at a slash: 100 bytes for its end, 155 for what comes before. */
function nameOf({ path, kind }: Entry): { readonly name: string; readonly prefix: string } {
  const whole = kind === "folder" ? `${path}/` : path;
  if (Buffer.byteLength(whole) <= 100) return { name: whole, prefix: "" };
  for (let cut = whole.indexOf("/"); cut !== -1; cut = whole.indexOf("/", cut + 1)) {
    const [prefix, name] = [whole.slice(0, cut), whole.slice(cut + 1)];
    if (name !== "" && Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) {
      return { name, prefix };
    }
  }
  throw new Error(`${path} is too long for an archive; shorten it`);
}
