import { lookup } from "node:dns/promises";
import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * The network an address belongs to. `private` and `loopback` can be opened for a host by name.
 * `forbidden` is never reached.
 */
export type AddressClass = "public" | "private" | "loopback" | "forbidden";

/**
 * The addresses a host may have. `any` is for hosts an operator names by full address, and opens
 * nothing forbidden.
 */
export type Addresses = "public" | "private" | "loopback" | "any";

const within = {
  public: ["public"],
  private: ["public", "private"],
  loopback: ["loopback"],
  any: ["public", "private", "loopback"],
} as const satisfies Readonly<Record<Addresses, readonly AddressClass[]>>;

/** Returns whether a host with this permission may have this address. */
export function mayHave(allowed: Addresses, address: string): boolean {
  const found = classOfAddress(address);
  return within[allowed].some((each) => each === found);
}

type Range = readonly [network: string, prefix: number];

const ownNetworks: readonly Range[] = [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["fc00::", 7],
];

const thisMachine: readonly Range[] = [
  ["127.0.0.0", 8],
  ["::1", 128],
];

/** Never reachable under any rule: credential endpoints and the special ranges listed by IANA. */
const noDestination: readonly Range[] = [
  // Link-local, including most cloud metadata services.
  ["169.254.0.0", 16],
  // Platform addresses that look public or private: Azure, Alibaba, Amazon, Google.
  ["168.63.129.16", 32],
  ["100.100.100.200", 32],
  ["fd00:ec2::", 32],
  ["fd20:ce::", 32],
  // "This host": most systems treat it as loopback.
  ["0.0.0.0", 8],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Protocol assignments (Teredo, benchmarking, ORCHID), documentation, 6to4.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const own = listOf(ownNetworks);
const loopback = listOf(thisMachine);
const never = listOf(noDestination);
const globalUnicast = listOf([["2000::", 3]]);
const mapped = listOf([["::ffff:0:0", 96]]);
const nat64 = listOf([["64:ff9b::", 96]]);

/** Classifies an address. Text that is no address is `forbidden`. */
export function classOfAddress(address: string): AddressClass {
  if (isIPv4(address)) return classOfIpv4(address);
  // A zone names an interface of this machine, so the address is local.
  if (!isIPv6(address) || address.includes("%")) return "forbidden";
  if (isIpv4Mapped(address)) return classOfIpv4(lastFourBytes(address));
  if (nat64.check(address, "ipv6")) {
    // NAT64: networks without IPv4 reach public IPv4 this way. Private addresses are never valid in
    // this form.
    return classOfIpv4(lastFourBytes(address)) === "public" ? "public" : "forbidden";
  }
  return classOfIpv6(address);
}

function classOfIpv4(address: string): AddressClass {
  if (never.check(address, "ipv4")) return "forbidden";
  if (loopback.check(address, "ipv4")) return "loopback";
  return own.check(address, "ipv4") ? "private" : "public";
}

// Most of IPv6 is unassigned, so this is an allowlist.
function classOfIpv6(address: string): AddressClass {
  if (never.check(address, "ipv6")) return "forbidden";
  if (loopback.check(address, "ipv6")) return "loopback";
  if (own.check(address, "ipv6")) return "private";
  return globalUnicast.check(address, "ipv6") ? "public" : "forbidden";
}

// Checks the canonical text: the block list matches mapped addresses as if they were IPv4.
function isIpv4Mapped(address: string): boolean {
  return mapped.check(address, "ipv6") && canonical(address).startsWith("::ffff:");
}

function lastFourBytes(address: string): string {
  const [high = 0, low = 0] = canonical(address)
    .split(":")
    .slice(-2)
    .map((group) => Number.parseInt(`0${group}`, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Returns hexadecimal groups only, shortened by the standard's rule. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function listOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) {
    list.addSubnet(network, prefix, isIPv4(network) ? "ipv4" : "ipv6");
  }
  return list;
}

/** Resolves a name to all its addresses. Rejects or returns an empty list if there are none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Uses the system resolver, including the hosts file. */
export const systemLookup: Lookup = async (host) => {
  const answers = await lookup(host, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
};
