import { copyFile, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createHeldSeal } from "@toolcourt/gateway/internal/compose/held-seal";
import { openKeyFile } from "@toolcourt/gateway/internal/governance/audit/key-file";
import { versionOf } from "@toolcourt/gateway/internal/governance/policy/read-policy";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { expect, it, onTestFinished } from "vitest";
import { openCosmosStores } from "../../packages/azure/src/cosmos/open-cosmos-stores.ts";
import type { CosmosFixture } from "../../packages/azure/src/testing/cosmos.ts";
import { createStoresFixture, mayByRole } from "../../packages/azure/src/testing/cosmos-doors.ts";
import { fetchFrom } from "../../packages/azure/src/testing/cosmos-fetch.ts";
import { serveCosmos } from "../../packages/azure/src/testing/serve-cosmos.ts";
import { noteEntry } from "../../packages/azure/src/testing/short-notes.ts";
import { createCertificate } from "../../packages/testing/src/certificate.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  identityHeader,
  openManagedEndpoint,
} from "../../packages/testing/src/managed-endpoints.ts";
import { readScrape, type Scrape } from "../../packages/testing/src/scrape.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { openTarget } from "../../packages/testing/src/target.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";
import { call } from "../policy/served.ts";

// The real command `serve` with all families that Cosmos DB can hold in an account behind TLS.

/** Runs timers at a quarter of their speed, so that a loaded machine misses no store deadline. */
const slowClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() / 4,
  sleep: (ms, signal) => systemClock.sleep(4 * ms, signal),
};

const token = "canary-token-of-the-shop-0123456789";
const tools = `tools:
  - name: get-thing
    description: Returns one thing of the shop by its number, with its name.
    get: /things/{id}
    input: { id: { type: integer, description: The number of the thing. } }
    output:
      type: object
      properties: { name: { type: string, description: Its name. } }
      required: [name]
      additionalProperties: false
`;
const allowing = `version: 1
statements:
  - { id: all, effect: allow, kinds: [local], tools: ["shop/*"] }
...
`;
const denying = allowing.replace("shop/*", "none/*");
/** Of each answer of the fixture. */
const unitsPerAnswer = 1.5;

interface World {
  readonly fixture: CosmosFixture;
  readonly folder: Folder;
  /** The credentials that the target received. */
  readonly received: readonly (string | undefined)[];
  readonly tokens: readonly string[];
  readonly serve: () => Promise<Serving>;
  readonly toolcourt: (...args: readonly string[]) => Promise<Ran>;
  readonly origin: string;
}

async function openWorld(): Promise<World> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const fixture = createStoresFixture({ may: mayByRole, now: systemClock.now });
  const certificate = createCertificate("localhost");
  const account = stack.use(await openTarget(serveCosmos(fixture), certificate));
  const endpoint = stack.use(await openManagedEndpoint("app-service", Date.UTC(2100, 0)));
  const received: (string | undefined)[] = [];
  const target = stack.use(
    await openTarget(({ headers }, response) => {
      received.push(headers.authorization);
      response.writeHead(200, { "content-type": "application/json" }).end('{"name":"box"}');
    }),
  );
  const origin = `http://127.0.0.1:${target.port}`;
  const cosmos = {
    account: `https://localhost:${account.port}`,
    database: "toolcourt",
    connection: { kind: "managed" },
  };
  const config = {
    toolbox: { http: [{ name: "shop", tools: "tools.yaml", base: origin, connection: "shop" }] },
    egress: { allow: [{ origin, addresses: "loopback" }], ca_file: "ca.pem" },
    stores: { url: "sqlite:state.db", cosmos },
    policy: { from: "store" },
    audit: { mirror_file: "audit.jsonl", key: "audit.key" },
    results: { retain: "all" },
    telemetry: { metrics: { port: 0 } },
  };
  const folder = stack.use(
    await openFolder({
      "toolcourt.yaml": JSON.stringify(config),
      "tools.yaml": tools,
      "ca.pem": certificate.cert,
      "allowing.yaml": allowing,
    }),
  );
  const environment = {
    IDENTITY_ENDPOINT: `http://127.0.0.1:${endpoint.port}/msi/token`,
    IDENTITY_HEADER: identityHeader,
  };
  const place = { folder: folder.path, clock: slowClock, environment };
  return {
    fixture,
    folder,
    received,
    tokens: endpoint.granted,
    origin,
    serve: () => openServing(place),
    toolcourt: (...args) => run(args, { ...place, input: `${token}\n` }),
  };
}

function outcomeAt({ url }: Serving): Promise<string> {
  const lane = { era: "modern", lane: "fast" } as const;
  return call(url, { lane }, { name: "get-thing", arguments: { id: 1 } });
}

function becomes(gateway: Serving, outcome: string): Promise<void> {
  return expect.poll(() => outcomeAt(gateway), { timeout: 30_000 }).toBe(outcome);
}

async function scrape({ printed }: Serving): Promise<Scrape> {
  const [url = ""] = /http:\S+\/metrics/.exec(printed.join("\n")) ?? [];
  return readScrape(await (await fetch(url)).text());
}

function requestsTo({ seen }: CosmosFixture, container: string): number {
  return seen.filter((each) => each.includes(`/colls/${container}`)).length;
}

/** Puts a policy as a process does that dies before the log has its entry. */
async function dieWhilePutting(
  { fixture, folder }: World,
  text: string,
  keyFolder = folder.path,
): Promise<void> {
  const stores = await openCosmosStores({
    account: "https://fixture.invalid",
    database: "toolcourt",
    holds: ["policies"],
    fetch: fetchFrom(fixture),
    token: async () => ({ token: "t", refused: () => undefined }),
    clock: slowClock,
    newId: () => "change-of-the-dead",
    audit: { append: () => Promise.reject(new StoreError("overdue")) },
    seal: createHeldSeal(
      { key: "audit.key" },
      { folder: keyFolder, audit: { checkpoints: async () => [] } },
    ),
    deadlineMs: 20_000,
  });
  const version = versionOf(text);
  const at = systemClock.now();
  const entry = noteEntry("policy.put", { version }, at);
  const policy = { version, text, by: "operator:grace", at };
  const replaces = versionOf(allowing);
  await expect(stores.policies?.put(policy, { replaces, entry })).rejects.toMatchObject({
    kind: "overdue",
  });
}

/** The kinds of entries that rows in Cosmos DB owed. */
function kindsIn(log: string): readonly (string | undefined)[] {
  return [...log.matchAll(/"kind\\?":\\?"(policy\.put|connection\.\w+)/g)].map(([, kind]) => kind);
}

// Waits for the policy to be polled, every four seconds by the slow clock.
it("serves with connections, policies and results in Cosmos DB", { timeout: 90_000 }, async () => {
  const world = await openWorld();
  const { fixture, received, toolcourt, origin } = world;
  {
    await using gateway = await world.serve();
    const adding = ["connections", "add", "shop", "--kind", "token", "--token", "-"];
    const put = await toolcourt("policy", "put", "allowing.yaml");
    const added = await toolcourt(...adding, "--origin", origin);
    expect([put.errors, put.code, added.errors, added.code]).toEqual(["", 0, "", 0]);
    await becomes(gateway, "answered");
    expect(received).toEqual([`Bearer ${token}`]);

    // No command runs meanwhile, so every request is of this gateway.
    const [seen, before] = [requestsTo(fixture, "connections"), await scrape(gateway)];
    expect(await outcomeAt(gateway)).toBe("answered");
    const [now, after] = [requestsTo(fixture, "connections"), await scrape(gateway)];
    const name = "toolcourt_store_request_units_total";
    const unitsOf = (page: Scrape, container: string): number =>
      page.valueOf(name, { container }) ?? Number.NaN;
    const charged = unitsOf(after, "connections") - unitsOf(before, "connections");
    expect(charged).toBe((now - seen) * unitsPerAnswer);
    for (const container of ["connections", "policies", "results"]) {
      expect(unitsOf(after, container)).toBeGreaterThan(0);
      expect(unitsOf(after, container)).toBeLessThanOrEqual(
        requestsTo(fixture, container) * unitsPerAnswer,
      );
    }
    expect(after.types.get(name)).toBe("counter");

    await dieWhilePutting(world, denying);
    await becomes(gateway, "tool-unknown");
    expect(fixture.items.all("policies").filter((row) => "owed" in row)).toEqual([]);
    const back = await toolcourt("policy", "put", "allowing.yaml", "--expect", versionOf(denying));
    expect([back.errors, back.code]).toEqual(["", 0]);
  }
  await using gateway = await world.serve();
  await becomes(gateway, "answered");
  const revoked = await toolcourt("connections", "revoke", "shop");
  expect([revoked.errors, revoked.code]).toEqual(["", 0]);
  const calls = received.length;
  expect(await outcomeAt(gateway)).toBe("connection-revoked");
  expect(received.length).toBe(calls);

  const listed = await toolcourt("results", "list");
  expect(listed.output).toContain("get-thing");
  const kinds = [
    "policy.put",
    "connection.added",
    "policy.put",
    "policy.put",
    "connection.revoked",
  ];
  const exported = await toolcourt("audit", "export");
  expect(kindsIn(exported.output)).toEqual(kinds);
  expect(kindsIn(await readFile(join(world.folder.path, "audit.jsonl"), "utf8"))).toEqual(kinds);
  const texts = [...gateway.printed, JSON.stringify(fixture.items.all("connections"))].join("\n");
  for (const secret of [token, ...world.tokens]) expect(texts).not.toContain(secret);
});

it("seals with the key of the log alone, and replaces what another key has sealed", async () => {
  const world = await openWorld();
  const { fixture, folder, toolcourt } = world;
  // At its end the gateway signs the log.
  await (await world.serve())[Symbol.asyncDispose]();
  await using other = await openFolder();
  const [key, away] = [join(folder.path, "audit.key"), join(folder.path, "away.key")];
  await openKeyFile({ path: join(other.path, "audit.key"), newName: () => "other" });

  await rename(key, away);
  const keyless = await toolcourt("policy", "put", "allowing.yaml");
  expect(keyless.code).not.toBe(0);
  expect(keyless.errors).toContain("Copy it here from a gateway of this log");
  await copyFile(join(other.path, "audit.key"), key);
  const foreign = await toolcourt("policy", "put", "allowing.yaml");
  expect(foreign.code).not.toBe(0);
  expect(foreign.errors).toContain("is not the one that signs this log");
  expect(fixture.items.all("policies")).toEqual([]);

  await rename(away, key);
  expect(await toolcourt("policy", "put", "allowing.yaml")).toMatchObject({ code: 0, errors: "" });
  await dieWhilePutting(world, denying, other.path);
  const blind = await toolcourt("policy", "put", "allowing.yaml");
  expect(blind.code).toBe(1);
  expect(blind.errors).toContain("the newest policy of the store is damaged. Give --expect");
  const put = await toolcourt("policy", "put", "allowing.yaml", "--expect", versionOf(allowing));
  expect(put).toMatchObject({ code: 0, errors: "" });
  expect(put.output).toContain("in the place of a damaged one");

  const exported = await toolcourt("audit", "export");
  expect(exported.output).toContain("entry.dropped");
  expect(kindsIn(exported.output)).toEqual(["policy.put", "policy.put"]);
  const mirror = await readFile(join(folder.path, "audit.jsonl"), "utf8");
  expect(mirror).toContain("entry.dropped");
  expect(kindsIn(mirror)).toEqual(["policy.put", "policy.put"]);
});
