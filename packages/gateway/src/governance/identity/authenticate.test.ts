import { hash } from "node:crypto";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, vi } from "vitest";
import { createAuthenticate } from "./authenticate.ts";
import type { Identity, Recognition, Recognize } from "./identity.ts";

const identity: Identity = { id: "login:ada", roles: [], scopes: ["mcp"], isSystem: false };

function setUp(recognition: Partial<Extract<Recognition, { kind: "recognized" }>> = {}) {
  const clock = createFakeClock();
  const recognized = {
    kind: "recognized",
    identity,
    endsAt: clock.now() + 60_000,
    ...recognition,
  } as const;
  const recognize = vi.fn<Recognize>((token) => (token === "good" ? recognized : undefined));
  const authenticate = createAuthenticate({ methods: [recognize], scopes: ["mcp"], clock });
  return { clock, recognize, authenticate };
}

const minuteMs = 60_000;

async function knownFor(ms: number, then: Recognition) {
  const known = setUp({ endsAt: Date.UTC(2040, 0) });
  await known.authenticate("Bearer good");
  known.recognize.mockReturnValue(then);
  await known.clock.advance(ms);
  return known;
}

describe("authenticate", () => {
  it("returns the sender of a valid token", async () => {
    const { authenticate, clock } = setUp();
    const endsAt = clock.now() + 60_000;

    expect(await authenticate("Bearer good")).toEqual({ kind: "authenticated", identity, endsAt });
  });

  it("answers synchronously for a cached token, until it expires", async () => {
    const { authenticate, recognize, clock } = setUp();
    await authenticate("Bearer good");

    expect(authenticate("bearer good")).toMatchObject({ kind: "authenticated", identity });
    expect(authenticate("Bearer   good")).toMatchObject({ kind: "authenticated", identity });
    expect(recognize).toHaveBeenCalledTimes(1);

    await clock.advance(60_000);
    expect(authenticate("Bearer good")).toEqual({
      kind: "refused",
      challenge: { error: "invalid_token" },
      reason: { because: "expired" },
    });
  });

  it("returns one identity for a token in several concurrent requests", async () => {
    const { authenticate } = setUp();
    const both = await Promise.all([authenticate("Bearer good"), authenticate("Bearer good")]);

    const [first, second] = both.map((each) => each.kind === "authenticated" && each.identity);
    expect(first).toBe(second);
    expect(first).toBeTypeOf("object");
  });

  it("reports only a missing token for a request without one", async () => {
    expect(await setUp().authenticate(undefined)).toEqual({
      kind: "refused",
      challenge: { error: "missing_token" },
    });
  });

  it.each([
    { what: "another scheme", header: "Basic Z29vZA==", because: "malformed" },
    { what: "no token", header: "Bearer ", because: "malformed" },
    { what: "two tokens", header: "Bearer good, Bearer good", because: "malformed" },
    { what: "a token that nobody knows", header: "Bearer bad", because: "unknown" },
  ])("refuses $what", async ({ header, because }) => {
    expect(await setUp().authenticate(header)).toEqual({
      kind: "refused",
      challenge: { error: "invalid_token" },
      reason: { because },
    });
  });

  it("refuses a token without a required scope, every time", async () => {
    const { authenticate } = setUp({ identity: { ...identity, scopes: [] } });
    const insufficient = {
      kind: "refused",
      challenge: { error: "insufficient_scope" },
      reason: { because: "scope-missing" },
    };

    expect(await authenticate("Bearer good")).toEqual(insufficient);
    expect(await authenticate("Bearer good")).toEqual(insufficient);
  });

  it("requires no scope of a key, which cannot carry one", async () => {
    const { authenticate } = setUp({
      identity: { ...identity, id: "key:ci", scopes: [] },
    });

    expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
  });

  it("reports each use of a key by its hash, and none of a token", async () => {
    const used: string[] = [];
    const onKeyUsed = (sha256: string): void => void used.push(sha256);
    const clock = createFakeClock();
    const endsAt = clock.now() + 60_000;
    const methods = [
      (token: string): Recognition => {
        const id = token === "tck_a" ? "key:ci" : "login:ada";
        return { kind: "recognized", identity: { ...identity, id }, endsAt };
      },
    ];
    const authenticate = createAuthenticate({ methods, scopes: [], clock, onKeyUsed });
    for (const token of ["tck_a", "tck_a", "other"]) await authenticate(`Bearer ${token}`);
    await clock.advance(60_000);
    await authenticate("Bearer tck_a");

    const hashed = hash("sha256", "tck_a", "base64url");
    expect(used).toEqual([hashed, hashed]);
  });

  it("verifies a revoked token again", async () => {
    const end = new AbortController();
    const endsAt = Number.POSITIVE_INFINITY;
    const ofKey = { ...identity, id: "key:ci" };
    const recognized = { kind: "recognized", identity: ofKey, endsAt, until: end.signal } as const;
    const way = vi.fn<Recognize>(() => recognized);
    const authenticate = createAuthenticate({
      methods: [way],
      scopes: [],
      clock: createFakeClock(),
    });
    const before = await authenticate("Bearer good");
    way.mockReturnValue({ kind: "refused", because: "unknown" });
    const meanwhile = await authenticate("Bearer good");
    end.abort();

    expect([before.kind, meanwhile.kind]).toEqual(["authenticated", "authenticated"]);
    expect(await authenticate("Bearer good")).toMatchObject({ kind: "refused" });
  });

  it("does not cache an unavailable issuer", async () => {
    const methods = [vi.fn<Recognize>(() => ({ kind: "unavailable" }))];
    const authenticate = createAuthenticate({ methods, scopes: [], clock: createFakeClock() });

    expect(await authenticate("Bearer good")).toEqual({ kind: "unavailable" });
    expect(await authenticate("Bearer good")).toEqual({ kind: "unavailable" });
    expect(methods[0]).toHaveBeenCalledTimes(2);
  });

  describe("verification after five minutes, because the signing key may be withdrawn", () => {
    it("does not happen before", async () => {
      const { authenticate } = await knownFor(5 * minuteMs - 1, {
        kind: "refused",
        because: "forged",
      });

      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
    });

    it("refuses a token that is no longer valid, permanently", async () => {
      const { authenticate, recognize } = await knownFor(5 * minuteMs, {
        kind: "refused",
        because: "forged",
      });

      expect(await authenticate("Bearer good")).toMatchObject({ reason: { because: "forged" } });
      expect(await authenticate("Bearer good")).toMatchObject({ reason: { because: "forged" } });
      expect(recognize).toHaveBeenCalledTimes(3);
    });

    it("keeps the same identity for a valid token", async () => {
      const endsAt = Date.UTC(2040, 0);
      const { authenticate, recognize } = await knownFor(5 * minuteMs, {
        kind: "recognized",
        identity: { ...identity },
        endsAt,
      });

      const again = await authenticate("Bearer good");
      expect(again.kind === "authenticated" && again.identity).toBe(identity);
      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
      expect(recognize).toHaveBeenCalledTimes(2);
    });

    it("extends trust for an hour while the issuer is down, with two attempts a minute", async () => {
      const { authenticate, recognize, clock } = await knownFor(5 * minuteMs, {
        kind: "unavailable",
      });

      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
      expect(recognize).toHaveBeenCalledTimes(2);
      await clock.advance(minuteMs / 2);
      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
      expect(recognize).toHaveBeenCalledTimes(3);
      await clock.advance(54.5 * minuteMs);
      expect(await authenticate("Bearer good")).toEqual({ kind: "unavailable" });
    });

    it("does not apply to a key, which is revoked by its signal", async () => {
      const { authenticate, recognize, clock } = setUp({
        identity: { ...identity, id: "key:ci" },
        endsAt: Number.POSITIVE_INFINITY,
      });
      await authenticate("Bearer good");
      await clock.advance(600 * minuteMs);

      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
      expect(recognize).toHaveBeenCalledTimes(1);
    });
  });
});
