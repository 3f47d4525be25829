import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { goodResult } from "@toolcourt/testing/calls";
import {
  add,
  bearer,
  type Caller,
  type Check,
  call,
  calledAs,
  connectionsOf,
  guard,
  open,
  refusalOf,
} from "@toolcourt/testing/guarded-server";
import { type TestProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { type Handlers, json } from "@toolcourt/testing/programs/odd-http";
import { openProvider, openRenewing, type Renewing } from "@toolcourt/testing/renewing";
import { describe, expect, it } from "vitest";
import { link } from "../governance/audit/chain.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";

const inbound = "inbound-canary";
const keys = { connection: "caller", exchange: "corp" };
const common = { users: "owner" as const, levels: {}, tiers: [] };

/** A server that gets tokens for which an issuer exchanged those of callers. */
async function setUp(check: (issuer: TestProvider) => Check = goodAt, more: Handlers = {}) {
  const issuer = await openProvider();
  issuer.manners.exchanges = (token) => token.startsWith(inbound);
  const stores = openMemoryStores({ link });
  const stored = await openRenewing({ provider: issuer, stores });
  const server = await guard(check(issuer), more);
  await add(stored, server, { kind: bearer, secrets: { token: "lists-canary" } });
  await addExchange(stored, issuer, server.url);
  const opened = await open(server, stored, keys);
  const caller = (id: string, token = `${inbound}-${id}`, from = issuer.issuer): Caller => ({
    id,
    permissions: "all",
    presented: { issuer: from, token: stored.holdSecret(token) },
  });
  return { issuer, stores, stored, server, opened, caller };
}

function goodAt({ isGood }: TestProvider): Check {
  return ({ authorization = "" }) =>
    isGood(authorization.slice(7)) || authorization === "Bearer lists-canary" ? "good" : [401];
}

async function addExchange({ admin, holdSecret }: Renewing, issuer: TestProvider, url: URL) {
  const client = { clientId: testClient.id, clientProof: "basic", isPrivate: true } as const;
  const about = { issuer: issuer.issuer, tokenUrl: issuer.tokenUrl, scope: "read" };
  const provider = { ...about, ...client, resource: url.href };
  const exchange = { kind: "exchange", audience: "crm" } as const;
  const settings = { ...exchange, origins: [url.origin], ...common, provider };
  const secrets = { client_secret: holdSecret(testClient.secret) };
  const wanted = { tenant: "", owner: "local", name: "corp", secrets };
  await admin.add({ ...wanted, settings }, "operator:grace");
}

describe("an exchange of callers' tokens", { timeout: 20_000 }, () => {
  it("gives each caller a token of their own, and sends theirs to the issuer only", async () => {
    const { issuer, server, opened, caller } = await setUp();

    await call(opened, caller("ada"));
    await call(opened, caller("ada"));
    await call(opened, caller("grace"));

    const [first, second, third] = calledAs(server);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    expect(issuer.requested).toEqual(
      ["ada", "grace"].map((id) => ({
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: `${inbound}-${id}`,
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
        audience: "crm",
        resource: server.url.href,
        scope: "read",
      })),
    );
    expect(JSON.stringify(server.seen.map(({ headers }) => headers))).not.toContain(inbound);
  });

  it("stores neither the token nor what it was exchanged for", async () => {
    const { stores, issuer, opened, caller } = await setUp();

    await call(opened, caller("ada"));

    const rows = await stores.connections.list({});
    const audit = await stores.audit.read(0, 100);
    const all = JSON.stringify([rows, audit]);
    expect([inbound, ...issuer.granted].filter((each) => all.includes(each))).toEqual([]);
    const sealed = rows.flatMap((row) => Object.keys(row.sealed));
    expect(sealed.toSorted()).toEqual(["client_secret", "token"]);
  });

  it("keeps the exchanged token out of results, refusals and the log if the server repeats it", async () => {
    let fails = false;
    const { issuer, server, opened, caller } = await setUp(goodAt, {
      "tools/call": ({ id, request, response }) => {
        const text = `You are ${request.headers.authorization}`;
        const result = {
          resultType: "complete",
          ...goodResult(),
          content: [{ type: "text", text }],
        };
        const error = { code: -32_050, message: text };
        json(response, { jsonrpc: "2.0", id, ...(fails ? { error } : { result }) });
      },
    });

    const answer = JSON.stringify(await call(opened, caller("ada")));
    fails = true;
    const refusal = JSON.stringify(await refusalOf(call(opened, caller("ada"))));

    const [token = "none"] = issuer.granted;
    expect(calledAs(server)).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    const log = opened.lines.filter((line) => line.includes("failed a call"));
    expect(log).toHaveLength(1);
    for (const text of [answer, refusal, ...log]) {
      expect(text).toContain("You are");
      expect(text).not.toContain(token);
    }
  });

  it.each([
    ["of another issuer", "https://other.example"],
    ["whose issuer differs in one character", "/"],
  ])("refuses a token %s, and sends it nowhere", async (_what, written) => {
    const { issuer, server, opened, caller } = await setUp();
    const from = written === "/" ? `${issuer.issuer}/` : written;

    const refusal = await refusalOf(call(opened, caller("ada", `${inbound}-ada`, from)));

    expect(refusal).toMatchObject({
      code: "connection-refused",
      details: { connection: "corp", because: "issuer" },
      next: "toolcourt connections show corp",
    });
    expect(issuer.asked).toEqual([]);
    expect(calledAs(server)).toEqual([]);
  });

  it("refuses a caller without a token", async () => {
    const { opened } = await setUp();

    expect(await refusalOf(call(opened))).toMatchObject({
      code: "connection-refused",
      details: { because: "issuer" },
    });
  });

  it("exchanges two tokens of a caller apart, since they may differ in power", async () => {
    const { issuer, server, opened, caller } = await setUp();

    await call(opened, caller("ada", `${inbound}-narrow`));
    await call(opened, caller("ada", `${inbound}-wide`));

    expect(issuer.asked).toHaveLength(2);
    expect(new Set(calledAs(server)).size).toBe(2);
  });

  it("refuses a caller whose token the issuer does not exchange, and asks it rarely", async () => {
    const { issuer, opened, caller } = await setUp();
    issuer.manners.exchanges = () => false;

    const refusals = [
      await refusalOf(call(opened, caller("ada"))),
      await refusalOf(call(opened, caller("ada"))),
    ];

    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: "connection-refused",
        details: { because: "exchange" },
      });
    }
    expect(issuer.asked).toHaveLength(1);
  });

  it("reports an issuer that fails as unavailable", async () => {
    const { issuer, opened, caller } = await setUp();
    issuer.manners.trouble = { status: 503 };

    expect(await refusalOf(call(opened, caller("ada")))).toMatchObject({
      code: "connection-unavailable",
      details: { because: "provider" },
    });
  });

  it("exchanges again when the token has ended", async () => {
    const { issuer, stored, opened, caller } = await setUp();
    issuer.manners.endsInSeconds = 300;

    await call(opened, caller("ada"));
    stored.later(300_000);
    await call(opened, caller("ada"));

    expect(issuer.asked).toHaveLength(2);
  });

  it("asks once for more scopes, also if the server is never content", async () => {
    const demand = 'Bearer error="insufficient_scope", scope="write"';
    const { issuer, server, opened, caller } = await setUp(
      () =>
        ({ "mcp-method": method }) =>
          method === "tools/call" ? [403, demand] : "good",
    );

    const refusals = [
      await refusalOf(call(opened, caller("ada"))),
      await refusalOf(call(opened, caller("ada"))),
    ];

    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ details: { because: "scope", scopes: ["read", "write"] } });
    }
    expect(issuer.requested.map(({ scope }) => scope)).toEqual(["read", "read write"]);
    expect(calledAs(server)).toHaveLength(3);
  });

  it("refuses to send callers' tokens to an address that the store was changed to", async () => {
    const { issuer, stores, opened, caller, stored } = await setUp();
    const elsewhere = await openProvider();
    const [row] = await stores.connections.list({ name: "corp", tenant: "" });
    if (row === undefined) throw new Error("There is no such row.");
    const settings = parseJson(
      JSON.stringify(row.settings).replaceAll(issuer.tokenUrl, elsewhere.tokenUrl),
    );
    if (!isJsonObject(settings)) throw new Error("The settings are no object.");
    await stores.connections.replace({ ...row, settings, version: row.version + 1 });

    expect(await refusalOf(call(opened, caller("ada")))).toMatchObject({
      code: "connection-unavailable",
      details: { because: "vault" },
    });
    expect([...issuer.requested, ...elsewhere.requested]).toEqual([]);
    expect(stored.logged).toEqual([]);
  });

  it("is not used for a server without the key `exchange`", async () => {
    const stored = await connectionsOf();
    const server = await guard(() => "good");
    const issuer = await openProvider();
    await addExchange(stored, issuer, server.url);

    expect(await refusalOf(open(server, stored, { connection: "corp" }))).toMatchObject({
      code: "server-unreachable",
    });
    expect(issuer.asked).toEqual([]);
  });

  it("is not replaced by a connection of another kind with its name", async () => {
    const { issuer, server, stored, opened, caller } = await setUp();
    const [corp] = await stored.admin.list({ name: "corp" });
    if (corp === undefined) throw new Error("There is no exchange.");
    await stored.admin.revoke(corp, "operator:grace");
    const settings = { ...bearer, origins: [server.url.origin], ...common };
    const secrets = { token: stored.holdSecret("gateway-canary") };
    const wanted = { tenant: "", owner: "local", name: "corp", secrets };
    await stored.admin.add({ ...wanted, settings }, "operator:grace");

    expect(await refusalOf(call(opened, caller("ada")))).toMatchObject({
      code: "connection-missing",
      details: { connection: "corp" },
    });
    expect(issuer.asked).toEqual([]);
    expect(calledAs(server)).toEqual([]);
  });
});
