import { describe, expect, it, vi } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
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
  const authenticate = createAuthenticate({ ways: [recognize], scopes: ["mcp"], clock });
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
  it("says who sent a good token", async () => {
    const { authenticate, clock } = setUp();
    const endsAt = clock.now() + 60_000;

    expect(await authenticate("Bearer good")).toEqual({ kind: "authenticated", identity, endsAt });
  });

  it("answers at once for a token that it knows, until the token expires", async () => {
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

  it("knows one identity for a token that several requests bring at once", async () => {
    const { authenticate } = setUp();
    const both = await Promise.all([authenticate("Bearer good"), authenticate("Bearer good")]);

    const [first, second] = both.map((each) => each.kind === "authenticated" && each.identity);
    expect(first).toBe(second);
    expect(first).toBeTypeOf("object");
  });

  it("has nothing against a request without a token but that", async () => {
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

  it("refuses a token without a scope that is needed, also the second time", async () => {
    const { authenticate } = setUp({ identity: { ...identity, scopes: [] } });
    const insufficient = {
      kind: "refused",
      challenge: { error: "insufficient_scope" },
      reason: { because: "scope-missing" },
    };

    expect(await authenticate("Bearer good")).toEqual(insufficient);
    expect(await authenticate("Bearer good")).toEqual(insufficient);
  });

  it("asks no scope of a key, which cannot carry one", async () => {
    const { authenticate } = setUp({
      identity: { ...identity, scopes: [] },
      endsAt: Number.POSITIVE_INFINITY,
    });

    expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
  });

  it("asks again for a token that was taken back", async () => {
    const end = new AbortController();
    const endsAt = Number.POSITIVE_INFINITY;
    const recognized = { kind: "recognized", identity, endsAt, until: end.signal } as const;
    const way = vi.fn<Recognize>(() => recognized);
    const authenticate = createAuthenticate({ ways: [way], scopes: [], clock: createFakeClock() });
    const before = await authenticate("Bearer good");
    way.mockReturnValue({ kind: "refused", because: "unknown" });
    const meanwhile = await authenticate("Bearer good");
    end.abort();

    expect([before.kind, meanwhile.kind]).toEqual(["authenticated", "authenticated"]);
    expect(await authenticate("Bearer good")).toMatchObject({ kind: "refused" });
  });

  it("does not remember that somebody could not be asked", async () => {
    const ways = [vi.fn<Recognize>(() => ({ kind: "unavailable" }))];
    const authenticate = createAuthenticate({ ways, scopes: [], clock: createFakeClock() });

    expect(await authenticate("Bearer good")).toEqual({ kind: "unavailable" });
    expect(await authenticate("Bearer good")).toEqual({ kind: "unavailable" });
    expect(ways[0]).toHaveBeenCalledTimes(2);
  });

  describe("asks again after five minutes, since the key that signed a token may be withdrawn", () => {
    it("and not before", async () => {
      const { authenticate } = await knownFor(5 * minuteMs - 1, {
        kind: "refused",
        because: "forged",
      });

      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
    });

    it("and refuses what is not good any more, from then on", async () => {
      const { authenticate, recognize } = await knownFor(5 * minuteMs, {
        kind: "refused",
        because: "forged",
      });

      expect(await authenticate("Bearer good")).toMatchObject({ reason: { because: "forged" } });
      expect(await authenticate("Bearer good")).toMatchObject({ reason: { because: "forged" } });
      expect(recognize).toHaveBeenCalledTimes(3);
    });

    it("and has the same identity for what is still good", async () => {
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

    it("and goes on for an hour while nobody answers, asking twice a minute", async () => {
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

    it("but not for a key, which is taken back by its signal", async () => {
      const { authenticate, recognize, clock } = setUp({ endsAt: Number.POSITIVE_INFINITY });
      await authenticate("Bearer good");
      await clock.advance(600 * minuteMs);

      expect(await authenticate("Bearer good")).toMatchObject({ kind: "authenticated" });
      expect(recognize).toHaveBeenCalledTimes(1);
    });
  });
});
