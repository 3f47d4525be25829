import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Quarantine } from "./quarantine.ts";

const found = {
  callId: "call-1",
  tenant: "north",
  server: "weather",
  tool: "get-forecast",
  contract: "sha256:00",
  clause: "output",
  issues: ["/a: expected number"],
} as const;

function setUp(maxResults = 100) {
  let ids = 0;
  return new Quarantine({
    clock: createFakeClock(),
    newId: () => {
      ids += 1;
      return `q${ids}`;
    },
    hideSecrets: (text) => ({
      text: text.replaceAll("topsecret", "***").replaceAll(/\*{4,}/g, "***"),
      count: text.split("topsecret").length - 1,
    }),
    maxResults,
  });
}

describe("quarantine", () => {
  it("keeps a result with the hash of its full text and without our secrets", () => {
    const quarantine = setUp();

    const id = quarantine.keep({ a: "topsecret" }, found);

    expect(quarantine.find(id)).toMatchObject({
      ...found,
      id,
      sha256: "dfab5aa74d06527a7583008b1380d4e677203e495b34fc8272e1e2a0a84c2b0e",
      text: '{"a":"***"}',
      redacted: 1,
      isCut: false,
    });
  });

  it("truncates a long result", () => {
    const quarantine = setUp();

    const id = quarantine.keep("x".repeat(100_000), found);

    expect(quarantine.find(id)?.text).toHaveLength(65_536);
    expect(quarantine.find(id)?.isCut).toBe(true);
  });

  it.each([0, 65_530, 131_071, 196_602, 196_607, 262_139, 300_000])(
    "shows no part of a secret at character %i",
    (at) => {
      const quarantine = setUp();
      const many = "topsecret".repeat(Math.floor(at / 9));
      for (const before of ["x".repeat(at), many, `${"x".repeat(at % 9)}${many}`]) {
        const id = quarantine.keep(`${before}topsecret${"y".repeat(100_000)}`, found);

        expect(quarantine.find(id)?.text).not.toMatch(/top|secret/);
        expect(quarantine.find(id)?.isCut).toBe(true);
      }
    },
  );

  it("does not look for secrets in all of a long result", () => {
    let seen = 0;
    const hideSecrets = (text: string) => {
      seen += text.length;
      return { text, count: 0 };
    };
    const quarantine = new Quarantine({ clock: createFakeClock(), newId: () => "q", hideSecrets });
    quarantine.keep("x".repeat(10_000_000), found);

    expect(seen).toBeLessThan(200_000);
  });

  it("hands each result on, as it keeps it", () => {
    const handed: unknown[] = [];
    const quarantine = new Quarantine({
      clock: createFakeClock(),
      newId: () => "q1",
      hideSecrets: (text) => ({ text, count: 0 }),
      onKept: (kept) => handed.push(kept),
    });

    quarantine.keep({ a: 1 }, found);

    expect(handed).toEqual([quarantine.find("q1")]);
  });

  it("halves no character where it cuts", () => {
    const quarantine = setUp();

    const id = quarantine.keep(`${"x".repeat(65_534)}\u{1f600}${"x".repeat(100)}`, found);

    expect(quarantine.find(id)?.text.isWellFormed()).toBe(true);
  });

  it("drops the oldest result", () => {
    const quarantine = setUp(2);
    for (const raw of ["a", "b", "c"]) quarantine.keep(raw, found);

    expect(quarantine.list().map(({ text }) => text)).toEqual(['"b"', '"c"']);
  });

  it.each([undefined, nested(100_000)])("keeps a result that has no text", (raw) => {
    const quarantine = setUp();

    expect(quarantine.find(quarantine.keep(raw, found))).toMatchObject(found);
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = [value];
  return value;
}
