import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPii, isCardNumber, passesLuhn, passesMod97, piiKinds } from "./find-pii.ts";

const all = new Set(piiKinds);

function found(text: string): readonly string[] {
  return findPii(text, all).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe("findPii", () => {
  it.each([
    ["write to jo.doe+x@mail.example.org.", "email jo.doe+x@mail.example.org"],
    ["'zoë@exämple.de'", "email zoë@exämple.de"],
    ["card 4111 1111 1111 1111, please", "card 4111 1111 1111 1111"],
    ["378282246310005", "card 378282246310005"],
    ["IBAN GB82 WEST 1234 5698 7654 32 to other bank", "iban GB82 WEST 1234 5698 7654 32"],
    ["de89370400440532013000", "iban de89370400440532013000"],
    ["SSN: 536-90-4399", "ssn 536-90-4399"],
    ["from 192.0.2.41:8080", "ip 192.0.2.41"],
    ["at 2001:db8::8a2e:370:7334 now", "ip 2001:db8::8a2e:370:7334"],
    ["fe80:0:0:0:200:f8ff:fe21:67cf", "ip fe80:0:0:0:200:f8ff:fe21:67cf"],
    ["(202) 555-0143", "phone (202) 555-0143"],
    ["+44 20 7946 0958", "phone +44 20 7946 0958"],
    ["030 / 901820-12", "phone 030 / 901820-12"],
    ["call me on 9472 7916", "phone 9472 7916"],
    ["202-555-0143x12", "phone 202-555-0143x12"],
  ])("finds personal data in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    "4111 1111 1111 1112",
    "GB82 WEST 1234 5698 7654 33",
    "000-12-3456 and 666-12-3456 and 987-65-4321",
    "2026-11-15 12:34:56, 15.11.2026, 1794758364158",
    "version 1.2.3, 10.20.300.4, 1.2.3.4.5",
    "std::vector, a::b, 12:34:56",
    "12345-6789, 1234.5678, 20192021",
    `09f9afc3-4111-4111-8111-111111111111, de89370400440532013000${"a".repeat(42)}`,
    "@mention, user@localhost, a @ b",
    "id 3f2b8c1e-8f4d-4c57-9d3e-0a1b2c3d4e5f",
  ])("finds no personal data in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("finds only the requested kinds", () => {
    expect(findPii("a@example.org 192.0.2.41", new Set(["ip"] as const))).toMatchObject([
      { kind: "ip" },
    ]);
  });
});

describe("checksum validation", () => {
  it("rejects any single wrong digit of a card", () => {
    fc.assert(
      fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const card = "4111111111111111";
        const digit = (Number(card[at]) + by) % 10;

        expect(passesLuhn(card)).toBe(true);
        expect(isCardNumber(card.slice(0, at) + digit + card.slice(at + 1))).toBe(false);
      }),
    );
  });

  it("rejects an IBAN with two transposed digits", () => {
    const iban = "GB82WEST12345698765432";

    expect(passesMod97(iban)).toBe(true);
    expect(passesMod97("GB82WEST12345698765423")).toBe(false);
  });
});

it("findPii leaves ids and digests intact: operators trace calls by them", () => {
  const hex = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString("hex"));
  fc.assert(
    fc.property(fc.uuid(), hex, (id, digest) => {
      expect(found(`(trace ${id}, "${digest}", ${digest.slice(32)})`)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
