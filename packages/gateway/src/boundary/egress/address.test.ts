import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Addresses, classOfAddress, mayHave, systemLookup } from "./address.ts";

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);

function hex([a, b, c, d]: readonly [number, number, number, number]): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

describe("classOfAddress", () => {
  it.each(["1.1.1.1", "93.184.216.34", "172.15.255.255", "172.32.0.0", "100.128.0.0"])(
    "classifies %s as public",
    (address) => {
      expect(classOfAddress(address)).toBe("public");
    },
  );

  it.each(["2606:4700::1111", "2a00::1", "::ffff:1.1.1.1", "64:ff9b::101:101"])(
    "classifies %s as public",
    (address) => {
      expect(classOfAddress(address)).toBe("public");
    },
  );

  it.each([
    "10.0.0.0",
    "10.255.255.255",
    "100.64.0.1",
    "172.16.0.0",
    "172.31.255.255",
    "192.168.1.1",
    "fc00::1",
    "fd12:3456::1",
  ])("classifies %s as private", (address) => {
    expect(classOfAddress(address)).toBe("private");
  });

  it.each([
    "127.0.0.1",
    "127.255.255.254",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
  ])("classifies %s as loopback", (address) => {
    expect(classOfAddress(address)).toBe("loopback");
  });

  it.each([
    "0.0.0.0",
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1111%eth0",
    "fec0::1",
    "ff02::1",
  ])("classifies %s as forbidden", (address) => {
    expect(classOfAddress(address)).toBe("forbidden");
  });

  it.each(["", "localhost", "127.1", "0x7f000001", "010.0.0.1", "1.1.1.1 ", "[::1]"])(
    "rejects %j as an address",
    (address) => {
      expect(classOfAddress(address)).toBe("forbidden");
    },
  );

  it("classifies every IPv4-mapped IPv6 address like its IPv4 address", () => {
    fc.assert(
      fc.property(ipv4, (bytes) => {
        const plain = classOfAddress(bytes.join("."));

        expect(classOfAddress(`::ffff:${bytes.join(".")}`)).toBe(plain);
        expect(classOfAddress(`0:0:0:0:0:FFFF:${hex(bytes)}`)).toBe(plain);
      }),
    );
  });

  it("accepts NAT64 addresses only if the embedded IPv4 address is public", () => {
    fc.assert(
      fc.property(ipv4, (bytes) => {
        const plain = classOfAddress(bytes.join("."));
        const expected = plain === "public" ? "public" : "forbidden";

        expect(classOfAddress(`64:ff9b::${hex(bytes)}`)).toBe(expected);
      }),
    );
  });
});

describe("mayHave", () => {
  const addresses = ["1.1.1.1", "10.0.0.1", "127.0.0.1", "169.254.169.254"];

  it.each<[Addresses, readonly boolean[]]>([
    ["public", [true, false, false, false]],
    ["private", [true, true, false, false]],
    ["loopback", [false, false, true, false]],
    ["any", [true, true, true, false]],
  ])("limits a host that may be %s to those addresses", (allowed, expected) => {
    expect(addresses.map((address) => mayHave(allowed, address))).toEqual(expected);
  });
});

it("resolves names as the system does", async () => {
  const addresses = await systemLookup("localhost");

  expect(addresses.filter((address) => !["127.0.0.1", "::1"].includes(address))).toEqual([]);
  expect(addresses).not.toEqual([]);
});
