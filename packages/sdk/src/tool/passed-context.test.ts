import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import {
  type CallOfContext,
  type ContextFault,
  ContextReader,
  contextMetaKey,
  type PassedContext,
  signContext,
} from "./passed-context.ts";

const key = "k".repeat(32);
const uuid = "7b0a3b52-6c1e-4b7f-9a51-1f0c2d3e4f50";
const call = { name: "get-card", arguments: { cardId: "card_456", page: 1 } };
const context = {
  userId: "ada",
  sessionId: "s-1",
  correlationId: uuid,
  traceId: uuid,
  agentId: "editor",
  agentVersion: "1.0.0",
  timestamp: "2026-01-15T10:30:00.000Z",
  metadata: { callId: "call-1" },
} satisfies PassedContext;

function setUp(ourKey: string | undefined = key) {
  const clock = createFakeClock();
  const faults: ContextFault[] = [];
  const reader = new ContextReader({
    key: ourKey,
    clock,
    ignored: (fault) => void faults.push(fault),
  });
  const signed = (nonce = "n-1", by = key): JsonObject =>
    signContext(context, call, { key: by, signedAt: clock.now(), nonce });
  const read = (value: JsonObject, of: CallOfContext = call) =>
    reader.read({ [contextMetaKey]: value }, of);
  return { clock, faults, reader, signed, read };
}

describe("ContextReader", () => {
  it("returns a context that is signed for this call", () => {
    const { faults, signed, read, reader } = setUp();

    expect(read(signed())).toEqual(context);
    expect(reader.read({ other: 1 }, call)).toBeUndefined();
    expect(reader.read(undefined, call)).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it("reads a context in any order of keys, with null for the system", () => {
    const { clock, read } = setUp();
    const { sessionId: _s, metadata: _m, ...rest } = context;
    const seal = { key, signedAt: clock.now(), nonce: "n-1" };
    const given = signContext({ ...rest, userId: null }, call, seal);

    expect(read(Object.fromEntries(Object.entries(given).toReversed()))).toEqual({
      ...rest,
      userId: null,
    });
  });

  it.each<[string, (value: JsonObject) => JsonObject]>([
    ["another user", (value) => ({ ...value, context: { ...context, userId: "eve" } })],
    ["another session", (value) => ({ ...value, context: { ...context, sessionId: "s-2" } })],
    ["other metadata", (value) => ({ ...value, context: { ...context, metadata: {} } })],
    ["another time", (value) => ({ ...value, signedAt: Number(value["signedAt"]) + 1 })],
    ["another nonce", (value) => ({ ...value, nonce: "n-2" })],
    ["another signature", (value) => ({ ...value, signature: "A".repeat(43) })],
  ])("ignores a context with %s", (_, change) => {
    const { faults, signed, read } = setUp();

    expect(read(change(signed()))).toBeUndefined();
    expect(faults).toEqual(["wrong signature"]);
  });

  it.each([
    ["other arguments", { ...call, arguments: { cardId: "card_457", page: 1 } }],
    ["no arguments", { ...call, arguments: {} }],
    ["another tool", { ...call, name: "drop-card" }],
  ])("ignores a context that was signed for a call with %s", (_, other) => {
    const { faults, signed, read } = setUp();

    expect(read(signed(), other)).toBeUndefined();
    expect(faults).toEqual(["wrong signature"]);
  });

  it.each<[string, (value: JsonObject) => JsonObject]>([
    ["no signature", (value) => Object.fromEntries(Object.entries(value).slice(0, -1))],
    ["a short signature", (value) => ({ ...value, signature: "A" })],
    ["an unknown part", (value) => ({ ...value, permissions: ["all"] })],
    ["permissions", (value) => ({ ...value, context: { ...context, permissions: ["all"] } })],
    ["nothing else", () => ({ userId: "eve" })],
  ])("ignores a context with %s", (_, change) => {
    const { faults, signed, read } = setUp();

    expect(read(change(signed()))).toBeUndefined();
    expect(faults).toEqual(["not signed"]);
  });

  it("ignores a context that another key signed, and every context without a key", () => {
    const ours = setUp();
    expect(ours.read(ours.signed("n-1", "x".repeat(32)))).toBeUndefined();
    expect(ours.faults).toEqual(["wrong signature"]);

    const none = setUp("");
    const faults: ContextFault[] = [];
    const ignored = (fault: ContextFault): void => void faults.push(fault);
    const reader = new ContextReader({ key: undefined, clock: none.clock, ignored });
    expect(reader.read({ [contextMetaKey]: none.signed("n-1", "") }, call)).toBeUndefined();
    expect(faults).toEqual(["no key"]);
  });

  it("accepts a signature for a minute, and each one once", () => {
    const { clock, faults, signed, read } = setUp();
    const [first, second] = [signed("n-1"), signed("n-2")];
    clock.advance(60_000);
    expect(read(first)).toEqual(context);
    expect(read(first)).toBeUndefined();
    clock.advance(1);
    expect(read(second)).toBeUndefined();

    expect(faults).toEqual(["replayed", "stale"]);
  });

  it("refuses a replay for as long as a clock ahead of ours keeps it fresh", () => {
    const { clock, faults, read } = setUp();
    const signedAt = clock.now() + 60_000;
    const ahead = signContext(context, call, { key, signedAt, nonce: "n-1" });
    expect(read(ahead)).toEqual(context);
    clock.advance(120_000);

    expect(read(ahead)).toBeUndefined();
    expect(faults).toEqual(["replayed"]);
  });

  it("reports each fault once", () => {
    const { faults, read } = setUp();
    read({});
    read({});

    expect(faults).toEqual(["not signed"]);
  });

  it("ignores a context of arguments that have no canonical form", () => {
    const { faults, signed, read } = setUp();

    expect(read(signed(), { ...call, arguments: { cardId: "\ud800", page: 1 } })).toBeUndefined();
    expect(faults).toEqual(["wrong signature"]);
  });
});
