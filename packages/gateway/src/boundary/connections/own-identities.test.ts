import { generateKeyPairSync, randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  createDial,
  entraClient,
  entraTenant,
  openEntra,
  vouchedBy,
} from "@toolcourt/testing/entra";
import { openFolder } from "@toolcourt/testing/folder";
import { identityHeader, openManagedEndpoint } from "@toolcourt/testing/managed-endpoints";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ConnectionDeps,
  openConnections,
  openProviderDoors,
} from "../../compose/open-connections.ts";
import { link } from "../../governance/audit/chain.ts";
import { Subjects } from "../../governance/audit/subjects.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { openEgress } from "../egress/open-egress.ts";
import { Redaction } from "../redaction/redaction.ts";
import { openSecret } from "../secrets/secret.ts";
import type { Credential, UsableConnection } from "./connections.ts";
import { entraPreset, providerOf } from "./presets.ts";
import type { ConnectionSettings, Provider } from "./settings.ts";

const origins = ["https://management.azure.com"];
const common = { origins, users: "owner" as const, levels: {}, tiers: [] };
const hour = 3_600_000;
const { signal } = new AbortController();

/** Opens the connections of a gateway on a platform, with a clock that can be advanced. */
async function setUp(more: Partial<Pick<ConnectionDeps, "dial" | "lookup" | "environment">> = {}) {
  const folder = await openFolder();
  let ahead = 0;
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
  };
  const stores = openMemoryStores({ link });
  const { registry, ...redaction } = new Redaction();
  const key = `1:${Buffer.alloc(32, 7).toString("base64")}`;
  const opened = await openConnections("env:KEY", {
    stores,
    subjects: new Subjects({ personal: stores.personal, clock, newId: () => "s" }),
    clock,
    random: () => 0,
    randomBytes,
    newId: () => randomBytes(8).toString("hex"),
    folder: folder.path,
    registry,
    write: () => undefined,
    ...more,
    environment: { KEY: key, ...more.environment },
  });
  onTestFinished(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  const add = async (
    settings: ConnectionSettings,
    secrets: Readonly<Record<string, string>>,
  ): Promise<UsableConnection> => {
    const held = Object.entries(secrets).map(
      ([field, value]) => [field, opened.holdSecret(value)] as const,
    );
    const about = { tenant: "", owner: "ada", name: "arm", settings };
    const added = await opened.admin.add({ ...about, secrets: Object.fromEntries(held) }, "o");
    return { id: added?.id ?? "", tenant: "", origins };
  };
  const later = (ms: number): void => {
    ahead += ms;
  };
  return { ...opened, stores, folder, clock, add, later, redaction };
}

function tokenIn({ headers }: Credential): string {
  const { authorization } = headers;
  return authorization === undefined ? "" : openSecret(authorization);
}

const kind = "client-assertion";
const provider: Provider = providerOf(entraPreset(entraTenant, { kind, cloud: "public" }), {
  clientId: entraClient.id,
  clientProof: "assertion",
});

describe("a client that another issuer vouches for", { timeout: 20_000 }, () => {
  const cluster = generateKeyPairSync("ec", { namedCurve: "P-256" });

  async function setUpEntra() {
    const entra = await openEntra();
    onTestFinished(() => entra[Symbol.asyncDispose]());
    entra.manners.federated = cluster.publicKey;
    const opened = await setUp(entra);
    const vouch = async (id: string): Promise<string> => {
      const statement = await vouchedBy(cluster.privateKey, {
        endsAt: systemClock.now() + 9 * hour,
        id,
      });
      await opened.folder.write("pod.jwt", statement);
      return statement;
    };
    const settings = { kind, ...common, provider, file: "pod.jwt" } as const;
    const usable = await opened.add(settings, { file: "pod.jwt" });
    return { ...opened, entra, vouch, usable };
  }

  it("reads the file anew at each grant, and keeps the token until then", async () => {
    const { connections, usable, vouch, entra, later } = await setUpEntra();

    const first = await vouch("one");
    await connections.credential(usable, signal);
    const second = await vouch("two");
    const kept = await connections.credential(usable, signal);
    later(hour);
    const renewed = await connections.credential(usable, signal);

    expect(entra.requested.map(({ body }) => body["client_assertion"])).toEqual([first, second]);
    expect([kept, renewed].map(tokenIn)).toEqual(entra.granted.map((each) => `Bearer ${each}`));
  });

  it("uses the token that it has while the file is gone, and no longer", async () => {
    const { connections, usable, vouch, folder, later } = await setUpEntra();
    await vouch("one");
    const first = await connections.credential(usable, signal);
    await folder.write("pod.jwt", "");

    later(hour - 30_000);
    const still = await connections.credential(usable, signal);
    later(hour);

    expect(tokenIn(still)).toBe(tokenIn(first));
    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "file" },
    });
  });

  it("sends no other file if the store was tampered with", async () => {
    const { connections, usable, vouch, stores, entra } = await setUpEntra();
    await vouch("one");
    const row = await stores.connections.find(usable.id);
    const settings = { ...row?.settings, file: "other.jwt" };
    if (row) await stores.connections.replace({ ...row, settings, version: row.version + 1 });

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      details: { because: "vault" },
    });
    expect(entra.requested).toEqual([]);
  });
});

async function setUpExchange() {
  const entra = await openEntra();
  onTestFinished(() => entra[Symbol.asyncDispose]());
  entra.manners.accepts = (token) => token.startsWith("caller-canary");
  const opened = await setUp(entra);
  const own = { ...provider, clientProof: "post" } as const;
  const settings = { kind: "exchange", ...common, provider: own } as const;
  const usable = await opened.add(
    { ...settings, protocol: "on-behalf-of" },
    { client_secret: entraClient.secret },
  );
  const of = (token: string, issuer = provider.issuer ?? ""): UsableConnection => ({
    ...usable,
    caller: { id: "login:ada", presented: { issuer, token: opened.holdSecret(token) } },
  });
  return { ...opened, entra, of };
}

describe("a caller on whose behalf the gateway acts", { timeout: 20_000 }, () => {
  it("has its token exchanged at its issuer, once for each token", async () => {
    const { connections, entra, of } = await setUpExchange();

    const first = await connections.credential(of("caller-canary-1"), signal);
    const again = await connections.credential(of("caller-canary-1"), signal);
    const other = await connections.credential(of("caller-canary-2"), signal);

    expect(again).toBe(first);
    expect(tokenIn(other)).not.toBe(tokenIn(first));
    expect(entra.requested).toHaveLength(2);
    expect(entra.requested[0]?.body).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      requested_token_use: "on_behalf_of",
      assertion: "caller-canary-1",
      scope: "https://management.azure.com/.default",
      client_id: entraClient.id,
      client_secret: entraClient.secret,
    });
  });

  it.each([
    {
      what: "of another issuer",
      token: "caller-canary-1",
      issuer: "https://evil.example",
      because: "issuer",
      asked: 0,
    },
    {
      what: "that its issuer does not accept",
      token: "stolen-canary-1",
      issuer: provider.issuer,
      because: "exchange",
      asked: 1,
    },
  ])("is refused with a token $what", async ({ token, issuer, because, asked }) => {
    const { connections, entra, of } = await setUpExchange();

    await expect(connections.credential(of(token, issuer), signal)).rejects.toMatchObject({
      code: "connection-refused",
      details: { because },
    });
    expect(entra.requested).toHaveLength(asked);
  });
});

const managed = { kind: "managed", ...common, resource: "https://management.azure.com/" } as const;

async function open(platform: "app-service" | "imds") {
  const endpoint = await openManagedEndpoint(platform, systemClock.now() + hour);
  onTestFinished(() => endpoint[Symbol.asyncDispose]());
  const at = `http://127.0.0.1:${endpoint.port}/msi/token`;
  const environment = { IDENTITY_ENDPOINT: at, IDENTITY_HEADER: identityHeader };
  const dialed: string[] = [];
  const toEndpoint = createDial({ port: endpoint.port });
  const opened = await setUp(
    platform === "app-service"
      ? { environment }
      : {
          dial: (asked, report) => {
            dialed.push(`${asked.hostname}:${asked.port}`);
            toEndpoint(asked, report);
          },
        },
  );
  return { ...opened, endpoint, dialed };
}

describe("a managed identity", { timeout: 20_000 }, () => {
  it("of App Service or Container Apps comes from the endpoint on loopback", async () => {
    const { connections, add, endpoint, stores } = await open("app-service");
    const usable = await add({ ...managed, clientId: "own-1" }, { resource: managed.resource });

    const credential = await connections.credential(usable, signal);

    expect(tokenIn(credential)).toBe("Bearer managed-token-canary-0");
    expect(endpoint.requested).toMatchObject([
      {
        identityHeader,
        query: {
          "api-version": "2019-08-01",
          resource: managed.resource,
          client_id: "own-1",
        },
      },
    ]);
    const row = JSON.stringify(await stores.connections.find(usable.id));
    expect(row).not.toContain("managed-token");
    expect(row).not.toContain("access_token");
  });

  it("of a virtual machine comes from the one URL of the metadata service", async () => {
    const { connections, add, endpoint, dialed } = await open("imds");
    const usable = await add(managed, { resource: managed.resource });

    const credential = await connections.credential(usable, signal);

    expect(tokenIn(credential)).toBe("Bearer managed-token-canary-0");
    expect(dialed).toEqual(["169.254.169.254:"]);
    expect(endpoint.requested).toMatchObject([
      {
        host: "169.254.169.254",
        path: "/metadata/identity/oauth2/token",
        metadata: "true",
        query: { "api-version": "2018-02-01", resource: managed.resource },
      },
    ]);
  });

  it("is renewed before it ends, once for all callers", async () => {
    const { connections, add, endpoint, later } = await open("app-service");
    const usable = await add(managed, { resource: managed.resource });
    const ask = () => connections.credential(usable, signal);

    const [first, same] = await Promise.all([ask(), ask()]);
    endpoint.manners.endsAt += hour;
    later(hour - 30_000);
    const renewed = await ask();

    expect(same).toBe(first);
    expect(tokenIn(renewed)).toBe("Bearer managed-token-canary-1");
    expect(endpoint.granted).toHaveLength(2);
  });

  it("is asked anew if the target refuses an older token", async () => {
    const { connections, add, endpoint, later } = await open("app-service");
    const usable = await add(managed, { resource: managed.resource });
    const first = await connections.credential(usable, signal);

    await connections.refused(usable, first);
    const early = await connections.credential(usable, signal);
    later(30_000);
    const renewed = await connections.credential(usable, signal);
    const kept = await connections.credential(usable, signal);

    expect(early).toBe(first);
    expect(tokenIn(renewed)).toBe("Bearer managed-token-canary-1");
    expect(kept).toBe(renewed);
    expect(endpoint.granted).toHaveLength(2);
  });

  it("stays usable while the platform fails, until its token ends", async () => {
    const { connections, add, endpoint, later } = await open("app-service");
    const usable = await add(managed, { resource: managed.resource });
    const first = await connections.credential(usable, signal);
    endpoint.manners.status = 500;

    later(hour - 30_000);
    const still = await connections.credential(usable, signal);
    const asked = endpoint.requested.length;
    await connections.credential(usable, signal);
    later(hour);

    expect(tokenIn(still)).toBe(tokenIn(first));
    expect(endpoint.requested).toHaveLength(asked);
    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      details: { because: "provider" },
    });
  });

  it.each([
    ["has ended", { expires_on: "1" }],
    ["has no end", { expires_on: undefined }],
    ["ends in words", { expires_on: "soon" }],
    ["is of another type", { token_type: "pop" }],
    ["no header takes", { access_token: "two words\nand a line" }],
    ["is none", { access_token: 7 }],
  ])("is not used if its token %s", async (_name, odd) => {
    const { connections, add, endpoint } = await open("app-service");
    const usable = await add(managed, { resource: managed.resource });
    endpoint.manners.odd = odd;

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "provider" },
    });
  });

  it("goes to no other origin if the store was tampered with", async () => {
    const { connections, add, endpoint, stores } = await open("app-service");
    const usable = await add(managed, { resource: managed.resource });
    const row = await stores.connections.find(usable.id);
    const settings = { ...row?.settings, origins: ["https://evil.example"] };
    if (row) await stores.connections.replace({ ...row, settings, version: row.version + 1 });

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      details: { because: "vault" },
    });
    expect(endpoint.requested).toEqual([]);
  });

  it.each([
    [
      "is elsewhere",
      { IDENTITY_ENDPOINT: "http://10.0.0.1/msi/token", IDENTITY_HEADER: "header-1" },
    ],
    [
      "is link-local",
      { IDENTITY_ENDPOINT: "http://169.254.169.254/x", IDENTITY_HEADER: "header-1" },
    ],
    ["is no URL", { IDENTITY_ENDPOINT: "localhost", IDENTITY_HEADER: "header-1" }],
    ["has no header", { IDENTITY_ENDPOINT: "http://127.0.0.1:1/msi/token" }],
    ["is missing beside its header", { IDENTITY_HEADER: "header-1" }],
  ])("is not asked for if the endpoint %s", async (_name, environment) => {
    const dialed: string[] = [];
    const { connections, add } = await setUp({
      environment,
      dial: ({ hostname }, report) => {
        dialed.push(hostname);
        report(new Error("no"), null);
      },
    });
    const usable = await add(managed, { resource: managed.resource });

    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-unavailable",
      details: { because: "identity" },
    });
    expect(dialed).toEqual([]);
  });
});

describe("the egress", () => {
  const url = "http://169.254.169.254/metadata/identity/oauth2/token";

  it("goes on refusing the metadata service, whatever the rules allow", async () => {
    const dialed: string[] = [];
    const dial: ConnectionDeps["dial"] = ({ hostname }, report) => {
      dialed.push(hostname);
      report(new Error("no"), null);
    };
    const clock = systemClock;
    await using doors = openProviderDoors({ clock, random: () => 0, dial });
    const rule = { scheme: "http", host: "169.254.169.254", port: 80, methods: ["GET"] } as const;
    await using egress = openEgress(
      {
        policy: { hosts: [{ ...rule, addresses: "any", route: "direct" }] },
        gateway: { kind: "none" },
        redirects: "refused",
        retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } },
        limits: { maxPayloadBytes: 1, maxResponseBytes: 1, deadlineMs: 9_000, connections: 1 },
      },
      { clock, lookup: async () => [], random: () => 0, dial },
    );

    for (const each of [doors.door(url, true), doors.door(url, false), egress]) {
      await expect(each.request({ method: "GET", url })).rejects.toMatchObject({
        kind: "address-refused",
      });
    }
    expect(dialed).toEqual([]);
  });
});
