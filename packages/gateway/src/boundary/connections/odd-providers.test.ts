import { inspect } from "node:util";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openProvider, openRenewing, refreshes, signal } from "@toolcourt/testing/renewing";
import { describe, expect, it } from "vitest";
import { link } from "../../governance/audit/chain.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { connectionJson } from "./shown-connection.ts";

async function setUp() {
  const provider = await openProvider();
  const stores = openMemoryStores({ link });
  const opened = await openRenewing({ provider, stores });
  return { ...opened, provider, stores, usable: await opened.delegated("crm") };
}

// Each asks a real provider over loopback, which is slow while other tests load the machine.
describe("an unusual provider", { timeout: 20_000 }, () => {
  it.each([
    ["an end that no calendar has", { expires_in: 1e306 }],
    ["an end in the past", { expires_in: -1 }],
    ["an end at once, for never", { expires_in: 0 }],
    ["an end in words", { expires_in: "soon" }],
    ["no end", { expires_in: undefined }],
    ["junk about the person", { id_token: "junk" }],
    ["a smaller scope", { scope: "" }],
  ])("may issue a usable token with %s", async (_name, odd) => {
    const { connections, admin, usable, provider, later } = await setUp();
    provider.manners.odd = odd;

    const first = await connections.credential(usable, signal);
    const again = await connections.credential(usable, signal);

    expect(again).toBe(first);
    expect(refreshes(provider)).toBe(1);
    const stored = await admin.find(usable.id);
    expect(stored && connectionJson(stored, 0)).toMatchObject({ status: "active", kind: "oauth" });
    later(60_000);
    await expect(connections.credential(usable, signal)).resolves.toBeDefined();
  });

  it.each([
    ["of another type", { token_type: "DPoP" }],
    ["that no header takes", { access_token: "two words\r\nand-a-line" }],
    ["of a few characters, which would be taken out of every text", { access_token: "the" }],
    ["that is none", { access_token: undefined }],
  ])("may issue a token %s, which is never sent", async (_name, odd) => {
    const { connections, usable, provider } = await setUp();
    provider.manners.odd = odd;

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "provider" },
    });
  });

  it.each([204, 200, 302, 500])("may answer with %d without valid OAuth", async (status) => {
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
  ])("may refuse with a text %s, which is not shown", async (_name, text) => {
    const { connections, usable, provider } = await setUp();
    provider.manners.trouble = { status: 400, error: "invalid_grant", error_description: text };

    const refused: unknown = await connections.credential(usable, signal).catch((e: unknown) => e);

    const all = inspect(refused, { depth: 10, showHidden: true });
    expect(all).toMatch(/connection-(?:expired|unavailable)/);
    expect(["\u001b", "forged", "xxxx", "canary"].filter((each) => all.includes(each))).toEqual([]);
  });

  it("causes no error that contains a token, at any depth", async () => {
    const { connections, usable, provider } = await setUp();
    provider.manners.odd = { token_type: "mac" };

    const refused: unknown = await connections.credential(usable, signal).catch((e: unknown) => e);

    const all = inspect(refused, { depth: 10, showHidden: true });
    expect(provider.granted.filter((token) => all.includes(token))).toEqual([]);
  });
});

describe("an abandoned lease", { timeout: 20_000 }, () => {
  const almostOver = 3_570_000;

  async function withClaim(lastsMs: number) {
    const scene = await setUp();
    const { connections, admin, stores, usable, later } = scene;
    const first = await connections.credential(usable, signal);
    later(almostOver);
    const stored = await admin.find(usable.id);
    if (stored === undefined) throw new TypeError("it is there");
    const renewingUntil = systemClock.now() + almostOver + lastsMs;
    const settings = { ...stored.settings, renewingUntil };
    await stores.connections.replace({ ...stored, version: stored.version + 1, settings });
    return { ...scene, first };
  }

  it("does not block a token that is still valid", async () => {
    const { connections, usable, provider, first } = await withClaim(25_000);

    expect(await connections.credential(usable, signal)).toBe(first);
    expect(refreshes(provider)).toBe(1);
  });

  it("is ignored if it is longer than any real one", async () => {
    const { connections, usable, provider, first } = await withClaim(3_600_000);

    expect(await connections.credential(usable, signal)).not.toBe(first);
    expect(refreshes(provider)).toBe(2);
  });
});

describe("a provider that refuses a token already exchanged by another gateway", () => {
  it("does not close the connection with the new token", { timeout: 20_000 }, async () => {
    const { connections, admin, stores, usable, provider } = await setUp();
    const gate = Promise.withResolvers<void>();
    provider.manners.gate = gate.promise;
    provider.manners.trouble = { status: 400, error: "invalid_grant" };
    const asked = connections.credential(usable, signal);
    asked.catch(() => undefined);
    await expect.poll(() => refreshes(provider)).toBe(1);

    const stored = await admin.find(usable.id);
    if (stored === undefined) throw new TypeError("it is there");
    await stores.connections.replace({ ...stored, version: stored.version + 1 });
    gate.resolve();

    await expect(asked).rejects.not.toMatchObject({ code: "connection-expired" });
    expect((await admin.find(usable.id))?.status).toBe("active");
  });
});

describe("a connection revoked during renewal", { timeout: 20_000 }, () => {
  it("stays revoked, and the new grant is revoked at the provider", async () => {
    const { connections, admin, usable, provider } = await setUp();
    const gate = Promise.withResolvers<void>();
    provider.manners.gate = gate.promise;
    const asked = connections.credential(usable, signal);
    asked.catch(() => undefined);
    await expect.poll(() => refreshes(provider)).toBe(1);

    const stored = await admin.find(usable.id);
    const revoked = stored && (await admin.revoke(stored, "operator:grace"));
    gate.resolve();

    await expect(asked).rejects.toMatchObject({ code: "connection-revoked" });
    expect(revoked?.status).toBe("revoked");
    expect(await admin.find(usable.id)).toMatchObject({ status: "revoked", sealed: {} });
    expect(provider.revoked.toSorted()).toEqual(provider.granted.slice(-2).toSorted());
  });
});

describe("an expired connection", () => {
  it("cannot be reopened by write access to the store alone", async () => {
    const { connections, admin, stores, usable } = await setUp();
    await connections.credential(usable, signal);
    const stored = await admin.find(usable.id);
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
