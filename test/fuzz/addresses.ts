// Addresses once more, without a line of the guard: numbers instead of text and block lists.

export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** Returns undefined for text that is no address in its usual spelling. */
export function parseAddress(text: string): Address | undefined {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== undefined) return { bits: 32, value: ipv4 };
  const value = parseIpv6(text);
  return value === undefined ? undefined : { bits: 128, value };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split(".");
  const isUsual = parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  if (parts.length !== 4 || !isUsual) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const [front = "", back, ...more] = text.split("::");
  const head = groupsOf(front, back === undefined);
  const tail = back === undefined ? [] : groupsOf(back, true);
  if (more.length > 0 || head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (back === undefined ? missing !== 0 : missing < 1) return undefined;
  const zeros = Array.from({ length: missing }, () => 0n);
  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65_536n + group, 0n);
}

function groupsOf(half: string, mayEndInIpv4: boolean): readonly bigint[] | undefined {
  if (half === "") return [];
  const parts = half.split(":");
  const last = mayEndInIpv4 ? parseIpv4(parts.at(-1) ?? "") : undefined;
  const plain = last === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => /^[\da-f]{1,4}$/i.test(part))) return undefined;
  const groups = plain.map((part) => BigInt(`0x${part}`));
  return last === undefined ? groups : [...groups, last / 65_536n, last % 65_536n];
}

type Network = readonly [first: string, prefix: number];

/** The registries of IANA, and the addresses at which clouds give out credentials. */
const notPublic4: readonly Network[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Returns whether the address belongs to the public Internet. */
export function isPublic({ bits, value }: Address): boolean {
  if (bits === 32) return !notPublic4.some((network) => isIn(value, network, 32));
  const ipv4 = value & 0xff_ff_ff_ffn;
  // IPv4 in IPv6: mapped, and by NAT64.
  if (isIn(value, ["::ffff:0:0", 96], 128) || isIn(value, ["64:ff9b::", 96], 128)) {
    return isPublic({ bits: 32, value: ipv4 });
  }
  const isGlobal = isIn(value, ["2000::", 3], 128);
  // Teredo and 6to4 carry any IPv4 address.
  const odd: readonly Network[] = [
    ["2001::", 23],
    ["2001:db8::", 32],
    ["2002::", 16],
    ["3fff::", 20],
  ];
  return isGlobal && !odd.some((network) => isIn(value, network, 128));
}

function isIn(value: bigint, [first, prefix]: Network, bits: 32 | 128): boolean {
  const shift = BigInt(bits - prefix);
  return value >> shift === (parseAddress(first)?.value ?? 0n) >> shift;
}
