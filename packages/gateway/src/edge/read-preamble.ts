import { isIP } from "node:net";

/** What the first bytes of a connection say, by the PROXY protocol in its versions 1 and 2. */
export type PreambleReading =
  /** The preamble may be whole with more bytes. */
  | { readonly kind: "partial" }
  | { readonly kind: "refused"; readonly because: "no-preamble" | "malformed" | "too-long" }
  | {
      readonly kind: "read";
      /** Where the first byte of the client is. */
      readonly end: number;
      /** The address of the client. Undefined if the proxy itself connects, as for a health check. */
      readonly client?: string;
    };

const lineStart = Buffer.from("PROXY ");
/** The longest line of version 1, as the protocol says. */
const maxLine = 107;
const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const headBytes = 16;
/** Addresses and extensions of version 2. The protocol allows more than any proxy sends. */
const maxBody = 2_048;

const partial = { kind: "partial" } as const;
const tooLong = { kind: "refused", because: "too-long" } as const;
const malformed = { kind: "refused", because: "malformed" } as const;

/** Reads the preamble at the start of these bytes. Never guesses: a connection must begin with one. */
export function readPreamble(bytes: Buffer): PreambleReading {
  if (startsLike(bytes, lineStart)) return readLine(bytes);
  if (startsLike(bytes, signature)) return readBinary(bytes);
  return { kind: "refused", because: "no-preamble" };
}

/** Reports whether bytes begin with a mark, as far as they have come. */
function startsLike(bytes: Buffer, mark: Buffer): boolean {
  const known = Math.min(bytes.length, mark.length);
  return bytes.subarray(0, known).equals(mark.subarray(0, known));
}

const tcp =
  /^PROXY TCP(?<version>[46]) (?<client>[\da-fA-F.:]{2,39}) (?<target>[\da-fA-F.:]{2,39}) (?<from>\d{1,5}) (?<to>\d{1,5})$/;

function readLine(bytes: Buffer): PreambleReading {
  const at = bytes.subarray(0, maxLine).indexOf("\r\n");
  if (at === -1) return bytes.length < maxLine ? partial : tooLong;
  const line = bytes.toString("latin1", 0, at);
  const end = at + 2;
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { kind: "read", end };
  const found = tcp.exec(line)?.groups;
  const client = found && clientIn(found);
  return client === undefined ? malformed : { kind: "read", end, client };
}

function clientIn({
  version,
  client = "",
  target = "",
  from,
  to,
}: Readonly<Record<string, string>>): string | undefined {
  const areAddresses = [client, target].every((text) => isIP(text) === Number(version));
  return areAddresses && [from, to].every((text) => Number(text) <= 65_535) ? client : undefined;
}

const [versionTwo, localCommand, proxyCommand] = [0x20, 0x0, 0x1];
const unspecified = 0x00;
/** Families over TCP: the bytes of both addresses and ports, and how to read the first address. */
const families: ReadonlyMap<
  number,
  Readonly<{ bytes: number; read: (body: Buffer) => string }>
> = new Map([
  [0x11, { bytes: 12, read: ipv4In }],
  [0x21, { bytes: 36, read: ipv6In }],
]);

function readBinary(bytes: Buffer): PreambleReading {
  if (bytes.length < headBytes) return partial;
  const length = bytes.readUInt16BE(signature.length + 2);
  const command = bytes.readUInt8(signature.length) - versionTwo;
  if (command !== localCommand && command !== proxyCommand) return malformed;
  if (length > maxBody) return tooLong;
  const end = headBytes + length;
  if (bytes.length < end) return partial;
  const family = command === localCommand ? unspecified : bytes.readUInt8(signature.length + 1);
  return family === unspecified ? { kind: "read", end } : readAddress(bytes, family, end);
}

function readAddress(bytes: Buffer, family: number, end: number): PreambleReading {
  const known = families.get(family);
  const body = bytes.subarray(headBytes, end);
  if (known === undefined || body.length < known.bytes) return malformed;
  return { kind: "read", end, client: known.read(body) };
}

function ipv4In(body: Buffer): string {
  return [...body.subarray(0, 4)].join(".");
}

function ipv6In(body: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => body.readUInt16BE(index * 2).toString(16));
  return groups.join(":");
}
