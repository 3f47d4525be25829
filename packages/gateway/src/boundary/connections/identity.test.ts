import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { type TestProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { idTokenOf } from "@toolcourt/testing/provider-grants";
import { openProvider, openRenewing, type Renewing, signal } from "@toolcourt/testing/renewing";
import { describe, expect, it } from "vitest";
import { link } from "../../governance/audit/chain.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { openSecret } from "../secrets/secret.ts";
import type { Credential } from "./connections.ts";
import type { Provider } from "./settings.ts";

const origins = ["https://mcp.example"];
const common = { origins, users: "owner" as const, levels: {}, tiers: [] };
const hour = 3_600_000;

const now = systemClock.now();

function tokenOf({ issuer }: Pick<TestProvider, "issuer">, endsAt: number, aud = testClient.id) {
  return idTokenOf(issuer, { aud, endsAt });
}

function providerOf({ issuer, tokenUrl }: TestProvider, more: Partial<Provider> = {}): Provider {
  const client = { clientId: testClient.id, clientProof: "basic" } as const;
  return { issuer, tokenUrl, ...client, isPrivate: true, ...more };
}

/** A person with a login at an identity provider, and a connection that depends on it. */
async function setUp() {
  const [idp, server] = [await openProvider(), await openProvider()];
  const renewing = await openRenewing({ provider: idp, stores: openMemoryStores({ link }) });
  const first = tokenOf(idp, now + hour);
  idp.manners.exchanges = (token) => token.endsWith(".signature-canary");
  server.manners.accepts = (assertion) => idp.granted.includes(assertion);
  await addLogin(renewing, idp, now + hour);
  const usable = await addTarget(renewing, server);
  return { idp, server, first, usable, ...renewing };
}

async function addLogin({ admin, holdSecret }: Renewing, idp: TestProvider, idTokenEndsAt: number) {
  const provider = providerOf(idp, { scope: "openid" });
  const secrets = {
    client_secret: holdSecret(testClient.secret),
    access_token: holdSecret("access-of-the-login"),
    id_token: holdSecret(tokenOf(idp, idTokenEndsAt)),
  };
  const settings = { kind: "oauth", ...common, provider, idTokenEndsAt } as const;
  await admin.add({ tenant: "", owner: "ada", name: "sso", settings, secrets }, "operator:grace");
}

async function addTarget({ admin, holdSecret }: Renewing, server: TestProvider) {
  const provider = providerOf(server, { resource: "https://mcp.example/mcp", scope: "read" });
  const secrets = { client_secret: holdSecret(testClient.secret) };
  const settings = { kind: "id-jag", ...common, provider, login: "sso" } as const;
  const wanted = { tenant: "", owner: "ada", name: "crm", settings, secrets };
  const added = await admin.add(wanted, "operator:grace");
  return { id: added?.id ?? "", tenant: "", origins };
}

function bearer({ headers }: Credential): string {
  const { authorization } = headers;
  return authorization === undefined ? "" : openSecret(authorization);
}

describe("a connection by ID-JAG", () => {
  it("gets its token in two steps, and sends the ID token to its issuer only", async () => {
    const { idp, server, first, usable, connections } = await setUp();

    const credential = await connections.credential(usable, signal);

    expect(server.isGood(bearer(credential).slice("Bearer ".length))).toBe(true);
    expect(idp.requested).toEqual([
      {
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
        subject_token: first,
        subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
        audience: server.issuer,
        resource: "https://mcp.example/mcp",
        scope: "read",
      },
    ]);
    expect(server.requested).toEqual([
      {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: idp.granted[0],
        resource: "https://mcp.example/mcp",
      },
    ]);
    expect(JSON.stringify(server.requested)).not.toContain("signature-canary");
  });

  it("asks the identity provider again for every renewal", async () => {
    const { idp, server, usable, connections, later } = await setUp();
    server.manners.endsInSeconds = 600;

    const first = bearer(await connections.credential(usable, signal));
    later(600_000);
    const second = bearer(await connections.credential(usable, signal));

    expect(second).not.toBe(first);
    expect(idp.asked).toHaveLength(2);
  });

  it("closes if the identity provider denies it", async () => {
    const { idp, usable, connections, admin } = await setUp();
    idp.manners.exchanges = () => false;

    const refused = connections.credential(usable, signal);

    await expect(refused).rejects.toMatchObject({ code: "connection-expired" });
    expect((await admin.find(usable.id))?.status).toBe("expired");
  });

  it("stays open while the login has ended, and works after the next one", async () => {
    const { idp, usable, connections, admin, later, ...renewing } = await setUp();
    later(2 * hour);

    const refused = connections.credential(usable, signal);
    await expect(refused).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "login" },
    });
    expect(idp.asked).toEqual([]);
    const [ended] = await admin.list({ name: "sso", tenant: "" });
    await (ended && admin.revoke(ended, "operator:grace"));
    await addLogin({ ...renewing, admin, connections, later }, idp, now + 3 * hour);

    expect((await admin.find(usable.id))?.status).toBe("active");
    expect(bearer(await connections.credential(usable, signal))).toMatch(/^Bearer access-/);
  });

  it.each([
    ["a type that was not asked for", { issued_token_type: "urn:x:other" }],
    ["a bearer token", { token_type: "Bearer" }],
  ])("refuses %s from the identity provider, and sends it nowhere", async (_what, odd) => {
    const { idp, server, usable, connections } = await setUp();
    idp.manners.odd = odd;

    const refused = connections.credential(usable, signal);

    await expect(refused).rejects.toMatchObject({ code: "connection-unavailable" });
    expect(server.requested).toEqual([]);
  });

  it("does not use the login of another principal", async () => {
    const { findIdentity } = await setUp();

    expect(await findIdentity("sso", { id: "grace" })).toBeUndefined();
    expect(await findIdentity("sso", { id: "ada", tenant: "other" })).toBeUndefined();
    expect(await findIdentity("sso", { id: "ada" })).toBeDefined();
  });
});

describe("the ID token of a login", () => {
  it.each([
    ["is kept if it is for our client", (idp: TestProvider) => tokenOf(idp, now + hour), 1],
    ["is not kept for another client", (idp: TestProvider) => tokenOf(idp, 1, "other"), 0],
    [
      "is not kept from another issuer",
      (idp: TestProvider) => tokenOf({ ...idp, issuer: "https://x.example" }, 1),
      0,
    ],
    ["is not kept if it is no token", () => "not-a-token", 0],
  ])("%s", async (_what, written, kept) => {
    const idp = await openProvider();
    const { client, holdSecret } = await openRenewing({
      provider: idp,
      stores: openMemoryStores({ link }),
    });
    idp.manners.odd = { id_token: written(idp) };
    const provider = providerOf(idp, { scope: "openid" });
    const asking = { kind: "device", deviceCode: holdSecret("device-canary-5f0a") } as const;

    const granted = await client.ask(provider, asking, { signal });

    expect([granted.idToken].filter((each) => each !== undefined)).toHaveLength(kept);
  });
});
