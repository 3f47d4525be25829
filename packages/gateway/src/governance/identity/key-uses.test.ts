import { hash } from "node:crypto";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { KeyUse } from "../../stores/key-use-store.ts";
import { fingerprintOf, KeyUses } from "./key-uses.ts";

const minuteMs = 60_000;

function hashed(key: string): string {
  return hash("sha256", key, "base64url");
}

function print(key: string): string {
  return fingerprintOf(hash("sha256", key, "hex").toUpperCase());
}

function setUp() {
  const clock = createFakeClock();
  const writes: (readonly KeyUse[])[] = [];
  const held = { fails: false };
  const store = {
    put: async (uses: readonly KeyUse[]): Promise<void> => {
      if (held.fails) throw new Error("the store is away");
      writes.push(uses);
    },
    list: async () => [],
  };
  return { clock, writes, held, uses: new KeyUses({ store, clock }) };
}

it("writes each used key once a minute, with the time of its last use", async () => {
  const { clock, writes, uses } = setUp();
  const start = clock.now();
  for (let second = 0; second < 60; second += 1) {
    uses.note(hashed("a"));
    if (second === 0) uses.note(hashed("b"));
    await clock.advance(1_000);
  }
  await clock.advance(5 * minuteMs);

  expect(writes).toEqual([
    [
      { fingerprint: print("a"), at: start + 59_000 },
      { fingerprint: print("b"), at: start },
    ],
  ]);
  await uses[Symbol.asyncDispose]();
});

it("stores neither a key nor its whole hash", async () => {
  const { clock, writes, uses } = setUp();
  uses.note(hashed("tck_secret"));
  await clock.advance(minuteMs);
  await uses[Symbol.asyncDispose]();

  expect(writes[0]?.[0]?.fingerprint).toMatch(/^[\da-f]{16}$/);
});

it("writes later what a store did not take, and the newest time", async () => {
  const { clock, writes, held, uses } = setUp();
  const start = clock.now();
  held.fails = true;
  uses.note(hashed("a"));
  uses.note(hashed("b"));
  await clock.advance(minuteMs);
  uses.note(hashed("a"));
  held.fails = false;
  await clock.advance(minuteMs);

  expect(writes).toEqual([
    [
      { fingerprint: print("a"), at: start + minuteMs },
      { fingerprint: print("b"), at: start },
    ],
  ]);
  await uses[Symbol.asyncDispose]();
});

it("writes the rest when it closes, and fails no close", async () => {
  const { writes, held, uses } = setUp();
  uses.note(hashed("a"));
  await uses[Symbol.asyncDispose]();
  expect(writes).toHaveLength(1);
  held.fails = true;
  uses.note(hashed("a"));

  await uses[Symbol.asyncDispose]();

  expect(writes).toHaveLength(1);
});
