import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { link } from "../audit/chain.ts";
import { createSubjects } from "../audit/subjects.ts";
import { openConnections } from "../compose/open-connections.ts";
import { openDurableStores } from "../compose/open-durable-stores.ts";
import { systemClock } from "../kernel/clock.ts";
import { createSecretRegistry } from "../redaction/secret-registry.ts";
import { openSecret, type Secret } from "../secrets/secret.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { StoreError } from "../stores/store-error.ts";
import type { LogWriter } from "../telemetry/logger.ts";
import { openFolder } from "../testing/folder.ts";
import { openOAuthProvider, type TestProvider, testClient } from "../testing/oauth-provider.ts";
import type { Credential, UsableConnection } from "./connections.ts";
import type { Provider, RenewableSettings } from "./settings.ts";

const origins = ["https://api.example.com"];
const { signal } = new AbortController();

/** A gateway's connections over stores that may be shared, with time that goes on as it likes. */
async function setUp({ provider, stores }: { provider: TestProvider; stores: DurableStores }) {
  const folder = await openFolder();
  let ahead = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const registry = createSecretRegistry();
  const logged: string[] = [];
  const parts = {
    stores,
    subjects: createSubjects({ personal: stores.personal, clock, newId: () => "s" }),
    clock,
    random: () => 0,
    randomBytes,
    newId: () => randomBytes(8).toString("hex"),
    folder: folder.path,
    environment: { KEY: `1:${Buffer.alloc(32, 7).toString("base64")}` },
    registry,
    write: (({ event }) => {
      logged.push(event);
    }) satisfies LogWriter,
  };
  const opened = await openConnections("env:KEY", parts);
  onTestFinished(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const add = async (
    name: string,
    kind: RenewableSettings["kind"],
    secrets: Readonly<Record<string, string>>,
  ): Promise<UsableConnection> => {
    const held: Record<string, Secret> = {};
    for (const [field, value] of Object.entries(secrets)) held[field] = opened.holdSecret(value);
    const settings = {
      kind,
      origins,
      users: "owner" as const,
      levels: {},
      tiers: [],
      provider: providerOf(provider),
    };
    const wanted = { tenant: "", owner: "ada", name, settings, secrets: held };
    const added = await opened.desk.add(wanted, "operator:grace");
    return { id: added?.id ?? "", tenant: "", origins };
  };
  return {
    ...opened,
    registry,
    logged,
    later: (ms: number) => {
      ahead += ms;
    },
    clientCredentials: (name: string) =>
      add(name, "client-credentials", { client_secret: testClient.secret }),
    /** With a refresh token that the provider has granted. */
    delegated: async (name: string) => {
      const { body } = await refreshTokenOf(provider);
      return add(name, "oauth", { refresh_token: body });
    },
  };
}

function providerOf({ tokenUrl }: TestProvider): Provider {
  return { tokenUrl, clientId: testClient.id, clientProof: "basic", isPrivate: true };
}

/** As if somebody had said yes before. */
async function refreshTokenOf(provider: TestProvider): Promise<{ readonly body: string }> {
  const verifier = "v".repeat(43);
  const challenge = Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
  ).toString("base64url");
  const redirect = "http://127.0.0.1:1/callback";
  const asked = new URLSearchParams({
    redirect_uri: redirect,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const yes = await fetch(`${provider.authorizeUrl}?${asked.toString()}`, { redirect: "manual" });
  const code = new URL(yes.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const exchanged = { grant_type: "authorization_code", code, redirect_uri: redirect };
  const body = new URLSearchParams({ ...exchanged, code_verifier: verifier });
  await fetch(provider.tokenUrl, { method: "POST", body });
  return { body: provider.granted.at(-1) ?? "" };
}

function bearer({ headers }: Credential): string {
  const secret = headers["authorization"];
  return secret === undefined ? "" : openSecret(secret);
}

async function openProvider(): Promise<TestProvider> {
  const provider = await openOAuthProvider();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  return provider;
}

function refreshes({ asked }: TestProvider): number {
  return asked.filter((type) => type === "refresh_token").length;
}

// Each asks a real provider over loopback, on machines that are busy with other tests.
describe("a token that has to be renewed", { timeout: 20_000 }, () => {
  it("is renewed once for a hundred calls at once (case 26)", async () => {
    const provider = await openProvider();
    const { connections, delegated } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");

    const credentials = await Promise.all(
      Array.from({ length: 100 }, () => connections.credential(usable, signal)),
    );

    expect(refreshes(provider)).toBe(1);
    expect(new Set(credentials.map(bearer)).size).toBe(1);
    expect(provider.isGood(bearer(credentials[0] ?? { headers: {}, origins }).slice(7))).toBe(true);
  });

  it("is kept while it is good, and renewed with the refresh token that came with it", async () => {
    const provider = await openProvider();
    const { connections, delegated, later } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");

    const first = await connections.credential(usable, signal);
    const again = await connections.credential(usable, signal);
    later(3_600_000);
    const second = await connections.credential(usable, signal);
    later(3_600_000);
    await connections.credential(usable, signal);

    expect(bearer(again)).toBe(bearer(first));
    expect(bearer(second)).not.toBe(bearer(first));
    expect(refreshes(provider)).toBe(3);
  });

  it("is renewed by one of two gateways, and the other reads it", async () => {
    const provider = await openProvider();
    const stores = openMemoryStores({ link });
    const [one, other] = [await setUp({ provider, stores }), await setUp({ provider, stores })];
    const usable = await one.delegated("crm");

    const credentials = await Promise.all(
      [one, other, one, other].map(({ connections }) => connections.credential(usable, signal)),
    );

    expect(refreshes(provider)).toBe(1);
    expect(new Set(credentials.map(bearer)).size).toBe(1);
  });

  it("is renewed by one of two gateways on one file of SQLite", async () => {
    const provider = await openProvider();
    await using folder = await openFolder();
    const place = { clock: systemClock, folder: folder.path };
    await using first = await openDurableStores("sqlite:state.db", place);
    await using second = await openDurableStores("sqlite:state.db", place);
    const one = await setUp({ provider, stores: first });
    const other = await setUp({ provider, stores: second });
    const usable = await one.delegated("crm");

    const credentials = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).connections.credential(usable, signal),
      ),
    );

    expect(refreshes(provider)).toBe(1);
    expect(new Set(credentials.map(bearer)).size).toBe(1);
  });

  it("closes its connection and no other where the provider refuses (case 26)", async () => {
    const provider = await openProvider();
    const { connections, delegated, clientCredentials, desk } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const [usable, other] = [await delegated("crm"), await clientCredentials("mail")];
    provider.manners.trouble = { status: 400, error: "invalid_grant" };

    const calls = Array.from({ length: 100 }, () => connections.credential(usable, signal));
    const ended = await Promise.allSettled(calls);
    provider.manners.trouble = undefined;

    expect(refreshes(provider)).toBe(1);
    expect(ended.every(({ status }) => status === "rejected")).toBe(true);
    expect((await desk.find(usable.id))?.status).toBe("expired");
    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-expired",
    });
    expect(bearer(await connections.credential(other, signal))).toContain("access-canary");
  });

  it("leaves the connection open where the provider only fails, and asks it once for all", async () => {
    const provider = await openProvider();
    const { connections, delegated, desk } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    provider.manners.trouble = { status: 503 };

    const calls = Array.from({ length: 100 }, () => connections.credential(usable, signal));
    const ended = await Promise.allSettled(calls);

    expect(refreshes(provider)).toBe(1);
    expect(ended[0]).toMatchObject({ reason: { code: "connection-unavailable" } });
    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      details: { because: "provider" },
    });
    expect(refreshes(provider)).toBe(1);
    expect((await desk.find(usable.id))?.status).toBe("active");
  });

  it("is used until it ends where it cannot be renewed before", async () => {
    const provider = await openProvider();
    const { connections, delegated, later } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    const first = await connections.credential(usable, signal);
    provider.manners.trouble = { status: 503 };
    later(3_590_000);

    expect(bearer(await connections.credential(usable, signal))).toBe(bearer(first));
  });

  it("is renewed after the target refused it, but not again and again", async () => {
    const provider = await openProvider();
    const { connections, delegated, later } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    const first = await connections.credential(usable, signal);
    later(60_000);

    await connections.refused(usable, first);
    const second = await connections.credential(usable, signal);
    await connections.refused(usable, second);
    const third = await connections.credential(usable, signal);

    expect(bearer(second)).not.toBe(bearer(first));
    expect(bearer(third)).toBe(bearer(second));
  });

  it("is used from memory while the store takes no new one, and stored once it does", async () => {
    const provider = await openProvider();
    const stores = openMemoryStores({ link });
    let writes = 0;
    const isDown = (): boolean => writes > 1 && writes < 6;
    const failing: DurableStores = {
      ...stores,
      connections: {
        ...stores.connections,
        replace: async (connection, entry) => {
          writes += 1;
          if (isDown()) throw new StoreError("failed");
          return stores.connections.replace(connection, entry);
        },
      },
    };
    const { connections, delegated, logged } = await setUp({ provider, stores: failing });
    const usable = await delegated("crm");

    const first = await connections.credential(usable, signal);
    const second = await connections.credential(usable, signal);
    const third = await connections.credential(usable, signal);
    const elsewhere = await setUp({ provider, stores });

    expect(logged).toEqual(["connection.unsaved"]);
    expect([second, third].map(bearer)).toEqual([bearer(first), bearer(first)]);
    expect(bearer(await elsewhere.connections.credential(usable, signal))).toBe(bearer(first));
    expect(refreshes(provider)).toBe(1);
  });

  it("is not given out for a connection that was revoked meanwhile", async () => {
    const provider = await openProvider();
    const { connections, delegated, desk } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    const gate = Promise.withResolvers<undefined>();
    provider.manners.gate = gate.promise;

    const call = connections.credential(usable, signal);
    call.catch(() => undefined);
    await expect.poll(() => refreshes(provider)).toBe(1);
    const stored = await desk.find(usable.id);
    await (stored && desk.revoke(stored, "operator:grace"));
    gate.resolve(undefined);

    await expect(call).rejects.toMatchObject({ code: "connection-revoked" });
    expect((await desk.find(usable.id))?.sealed).toEqual({});
  });

  it("is hidden in every text while it is in use", async () => {
    const provider = await openProvider();
    const { connections, clientCredentials, registry } = await setUp({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await clientCredentials("mail");

    const token = bearer(await connections.credential(usable, signal)).slice("Bearer ".length);

    expect(registry.hide(`the target says ${token} to all`).text).not.toContain(token);
  });
});
