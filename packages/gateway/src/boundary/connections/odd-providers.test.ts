import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { connectionJson } from "../../cli/connections-text.ts";
import { systemClock } from "../../foundation/kernel/clock.ts";
import { link } from "../../governance/audit/chain.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { openProvider, openRenewing, refreshes, signal } from "../../testing/renewing.ts";

async function setUp() {
  const provider = await openProvider();
  const stores = openMemoryStores({ link });
  const opened = await openRenewing({ provider, stores });
  return { ...opened, provider, stores, usable: await opened.delegated("crm") };
}

// Each asks a real provider over loopback, on machines that are busy with other tests.
describe("a provider with manners of its own", { timeout: 20_000 }, () => {
  it.each([
    ["an end that no calendar has", { expires_in: 1e306 }],
    ["an end in the past", { expires_in: -1 }],
    ["an end at once, for never", { expires_in: 0 }],
    ["an end in words", { expires_in: "soon" }],
    ["no end", { expires_in: undefined }],
    ["junk about the person", { id_token: "junk" }],
    ["a smaller scope", { scope: "" }],
  ])("gives a token that is used, with %s", async (_name, odd) => {
    const { connections, desk, usable, provider, later } = await setUp();
    provider.manners.odd = odd;

    const first = await connections.credential(usable, signal);
    const again = await connections.credential(usable, signal);

    expect(again).toBe(first);
    expect(refreshes(provider)).toBe(1);
    const stored = await desk.find(usable.id);
    expect(stored && connectionJson(stored, 0)).toMatchObject({ status: "active", kind: "oauth" });
    later(60_000);
    await expect(connections.credential(usable, signal)).resolves.toBeDefined();
  });

  it.each([
    ["of another type", { token_type: "DPoP" }],
    ["that no header takes", { access_token: "two words\r\nand-a-line" }],
    ["of a few characters, which would be taken out of every text", { access_token: "the" }],
    ["that is none", { access_token: undefined }],
  ])("gives a token %s, and nothing is sent with it", async (_name, odd) => {
    const { connections, usable, provider } = await setUp();
    provider.manners.odd = odd;

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "provider" },
    });
  });

  it.each([204, 200, 302, 500])("answers with %d and nothing of OAuth", async (status) => {
    const { connections, usable, provider } = await setUp();
    provider.manners.trouble = { status };

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "provider" },
    });
  });

  it.each([
    ["with orders for the terminal", "\u001b[2J\u0007forged line"],
    ["of a megabyte", "x".repeat(1_000_000)],
  ])("says no in a text %s, and nobody reads it", async (_name, text) => {
    const { connections, usable, provider } = await setUp();
    provider.manners.trouble = { status: 400, error: "invalid_grant", error_description: text };

    const refused: unknown = await connections.credential(usable, signal).catch((e: unknown) => e);

    const all = inspect(refused, { depth: 10, showHidden: true });
    expect(all).toMatch(/connection-(?:expired|unavailable)/);
    expect(["\u001b", "forged", "xxxx", "canary"].filter((each) => all.includes(each))).toEqual([]);
  });

  it("holds no token in what is thrown, however deep one looks", async () => {
    const { connections, usable, provider } = await setUp();
    provider.manners.odd = { token_type: "mac" };

    const refused: unknown = await connections.credential(usable, signal).catch((e: unknown) => e);

    const all = inspect(refused, { depth: 10, showHidden: true });
    expect(provider.granted.filter((token) => all.includes(token))).toEqual([]);
  });
});

describe("a claim that somebody left behind", { timeout: 20_000 }, () => {
  const almostOver = 3_570_000;

  async function withClaim(lastsMs: number) {
    const scene = await setUp();
    const { connections, desk, stores, usable, later } = scene;
    const first = await connections.credential(usable, signal);
    later(almostOver);
    const stored = await desk.find(usable.id);
    if (stored === undefined) throw new TypeError("it is there");
    const renewingUntil = systemClock.now() + almostOver + lastsMs;
    const settings = { ...stored.settings, renewingUntil };
    await stores.connections.replace({ ...stored, version: stored.version + 1, settings });
    return { ...scene, first };
  }

  it("keeps nobody from a token that is still good", async () => {
    const { connections, usable, provider, first } = await withClaim(25_000);

    expect(await connections.credential(usable, signal)).toBe(first);
    expect(refreshes(provider)).toBe(1);
  });

  it("is not believed where no clock could have made it", async () => {
    const { connections, usable, provider, first } = await withClaim(3_600_000);

    expect(await connections.credential(usable, signal)).not.toBe(first);
    expect(refreshes(provider)).toBe(2);
  });
});

describe("a provider that says no to a token which somebody else has exchanged", () => {
  it("does not close the connection that has a new one", { timeout: 20_000 }, async () => {
    const { connections, desk, stores, usable, provider } = await setUp();
    const gate = Promise.withResolvers<void>();
    provider.manners.gate = gate.promise;
    provider.manners.trouble = { status: 400, error: "invalid_grant" };
    const asked = connections.credential(usable, signal);
    asked.catch(() => undefined);
    await expect.poll(() => refreshes(provider)).toBe(1);

    const stored = await desk.find(usable.id);
    if (stored === undefined) throw new TypeError("it is there");
    await stores.connections.replace({ ...stored, version: stored.version + 1 });
    gate.resolve();

    await expect(asked).rejects.not.toMatchObject({ code: "connection-expired" });
    expect((await desk.find(usable.id))?.status).toBe("active");
  });
});

describe("a connection that is revoked while its token is renewed", { timeout: 20_000 }, () => {
  it("stays revoked, and what was granted meanwhile is given back", async () => {
    const { connections, desk, usable, provider } = await setUp();
    const gate = Promise.withResolvers<void>();
    provider.manners.gate = gate.promise;
    const asked = connections.credential(usable, signal);
    asked.catch(() => undefined);
    await expect.poll(() => refreshes(provider)).toBe(1);

    const stored = await desk.find(usable.id);
    const revoked = stored && (await desk.revoke(stored, "operator:grace"));
    gate.resolve();

    await expect(asked).rejects.toMatchObject({ code: "connection-revoked" });
    expect(revoked?.status).toBe("revoked");
    expect(await desk.find(usable.id)).toMatchObject({ status: "revoked", sealed: {} });
    expect(provider.revoked.toSorted()).toEqual(provider.granted.slice(-2).toSorted());
  });
});

describe("a connection that has ended", () => {
  it("is not opened again by whoever can only write to the store", async () => {
    const { connections, desk, stores, usable } = await setUp();
    await connections.credential(usable, signal);
    const stored = await desk.find(usable.id);
    if (stored === undefined) throw new TypeError("it is there");
    await stores.connections.replace({
      ...stored,
      version: stored.version + 1,
      settings: { ...stored.settings, expiresAt: 9_999_999_999_999 },
    });

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "vault" },
    });
  });
});
