import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openProvider, openRenewing, signal } from "@toolcourt/testing/renewing";
import { describe, expect, it } from "vitest";
import type { ConnectionSettings } from "../../boundary/connections/settings.ts";
import { link } from "../../governance/audit/chain.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { connectionPart } from "./connections.ts";

const canary = "canary-5f0c8d2a91c07be4";
const both = ["connections:read", "connections:manage"];

async function setUp({
  permissions = both,
  tenant,
}: {
  permissions?: string[];
  tenant?: string;
} = {}) {
  const provider = await openProvider();
  const stores = openMemoryStores({ link });
  const opened = await openRenewing({ provider, stores });
  const part = connectionPart({
    desk: opened.desk,
    clock: systemClock,
    servers: () => [{ name: "crm", connection: "crm" }],
  });
  const principal = { id: "key:olga", permissions: [], kind: "user" } as const;
  const sender = {
    principal: tenant === undefined ? principal : { ...principal, tenant },
    may: (permission: string) => permissions.includes(permission),
    require: (missing = "") => {
      if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
    },
  };
  const send = async (method: string, path: string, body?: string) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/connections${path}` });
    if (body !== undefined) {
      Object.assign(request.headers, { "content-type": "application/json" });
      request.push(body);
    }
    request.push(null);
    return part.answer(request, sender);
  };
  const addToken = async (name: string, ofTenant = "") => {
    const settings: ConnectionSettings = {
      kind: "token",
      origins: ["https://api.example.com"],
      users: "owner",
      levels: {},
      tiers: [],
      header: "authorization",
      prefix: "Bearer ",
    };
    const secrets = { token: opened.holdSecret("the-first-token") };
    const wanted = { tenant: ofTenant, owner: "local", name, settings, secrets };
    const added = await opened.admin.add(wanted, "operator:grace");
    if (added === undefined) throw new Error("the name is taken");
    return added;
  };
  const notes = async () => (await stores.audit.read(1, 100)).map(({ body }) => body);
  return { ...opened, stores, send, addToken, notes };
}

describe("connections of the admin API", () => {
  it("are listed with the newest first, page by page, and without secrets", async () => {
    const { send, addToken, later } = await setUp();
    await addToken("first");
    later(1_000);
    const { createdAt, id } = await addToken("second");

    const page = await send("GET", "?limit=1");
    const next = `${createdAt}-${id}`;

    expect(page).toMatchObject({
      next,
      connections: [{ name: "second", kind: "token", status: "active", takesToken: true }],
    });
    expect(await send("GET", `?limit=1&cursor=${next}`)).toMatchObject({
      connections: [{ name: "first" }],
    });
    expect(await send("GET", "?state=expiring")).toEqual({ connections: [] });
    expect(JSON.stringify(page)).not.toContain("sealed");
  });

  it("take a token that is never shown, is redacted from then on, and audited", async () => {
    const { send, addToken, redaction, notes, connections } = await setUp();
    const { id, tenant } = await addToken("crm");

    const body = JSON.stringify({ token: canary, expiresAt: "2126-11-01T12:00:00Z" });
    const pushed = await send("POST", `/${id}/token`, body);
    const usable = { id, tenant, origins: ["https://api.example.com"] };
    const { headers } = await connections.credential(usable, signal);

    expect(pushed).toMatchObject({ id, expires: "2126-11-01T12:00:00.000Z" });
    expect(JSON.stringify([pushed, await send("GET", `/${id}`), headers])).not.toContain(canary);
    expect(redaction.registry.hide(`it is ${canary}`).text).not.toContain(canary);
    expect((await notes()).join("\n")).toContain("connection.pushed");
    expect((await notes()).join("\n")).not.toContain(canary);
  });

  it.each([
    `{"token":"${canary}\\n"}`,
    `{"token":"short"}`,
    `{"token":"            "}`,
    `{"token":"------------"}`,
    `{"token":"${canary} "}`,
    `{"token":"${canary}","expiresAt":"soon"}`,
    `{"token":"${canary}","more":1}`,
    `{"tokn":"${canary}"}`,
    `["${canary}"]`,
  ])("refuse the body %s and repeat nothing of it", async (body) => {
    const { send, addToken } = await setUp();
    const { id } = await addToken("crm");

    const refusal = await send("POST", `/${id}/token`, body).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: "request-invalid" });
    expect(JSON.stringify([refusal, String(refusal)])).not.toContain(canary);
  });

  it("say why one does not work, until it does again", async () => {
    const { send, addToken, admin } = await setUp();
    const { id } = await addToken("crm");
    const works = await send("POST", `/${id}/test`, "{}");
    const stored = await admin.find(id);
    await admin.revoke(stored ?? (await addToken("none")), "operator:grace");

    const fails = await send("POST", `/${id}/test`, "{}");

    expect(works).toEqual({ works: true });
    expect(fails).toMatchObject({ works: false, code: "connection-revoked" });
  });

  it("remember the last error of a credential, and the command that repairs it", async () => {
    const { send, delegated, connections } = await setUp();
    const usable = await delegated("crm");
    const credential = await connections.credential(usable, signal);
    await connections.refused(usable, credential);

    expect(await send("GET", `/${usable.id}`)).toMatchObject({
      kind: "oauth",
      lastError: {
        code: "connection-refused",
        message: "The server does not accept the credential of the connection crm.",
      },
      repair: "toolcourt connections login crm --owner ada",
    });
  });

  it("are revoked, and then take no token", async () => {
    const { send, addToken, notes } = await setUp();
    const { id } = await addToken("crm");

    expect(await send("POST", `/${id}/revoke`, "{}")).toMatchObject({
      status: "revoked",
      takesToken: false,
      atProvider: "not-asked",
    });
    await expect(send("POST", `/${id}/token`, `{"token":"${canary}"}`)).rejects.toMatchObject({
      code: "connection-unchanged",
      details: { because: "revoked" },
    });
    expect((await notes()).join("\n")).toContain("connection.revoked");
  });

  it("are given no token where a provider grants it", async () => {
    const { send, delegated } = await setUp();
    const { id } = await delegated("crm");

    await expect(send("POST", `/${id}/token`, `{"token":"${canary}"}`)).rejects.toMatchObject({
      details: { because: "not-pushed" },
    });
  });

  it("of another tenant look like none", async () => {
    const { send, addToken } = await setUp({ tenant: "north" });
    const own = await addToken("crm", "north");
    const other = await addToken("crm", "south");
    const none = await addToken("crm");

    expect(await send("GET", "")).toMatchObject({ connections: [{ id: own.id }] });
    for (const id of [other.id, none.id, "missing", "%00", "a".repeat(500)]) {
      await expect(send("GET", `/${id}`)).rejects.toMatchObject({ code: "connection-unknown" });
      await expect(send("POST", `/${id}/revoke`, "{}")).rejects.toMatchObject({
        code: "connection-unknown",
      });
    }
  });

  it.each([
    ["GET", "?limit=0", "request-invalid"],
    ["GET", "?limit=1&limit=2", "request-invalid"],
    ["GET", "?state=unknown", "request-invalid"],
    ["GET", "?cursor=1", "request-invalid"],
    ["GET", "?tenant=south", "request-invalid"],
    ["GET", "/a/b/c", "request-invalid"],
    ["DELETE", "/a", "request-invalid"],
  ])("refuse %s %s", async (method, path, code) => {
    const { send } = await setUp();

    await expect(send(method, path)).rejects.toMatchObject({ code });
  });

  it("need a permission to look, and another one to change", async () => {
    const { send, addToken } = await setUp({ permissions: ["connections:read"] });
    const { id } = await addToken("crm");

    await expect(send("POST", `/${id}/revoke`, "{}")).rejects.toMatchObject({
      details: { missing: "connections:manage" },
    });
    expect(await send("GET", `/${id}`)).toMatchObject({ id });
  });
});
