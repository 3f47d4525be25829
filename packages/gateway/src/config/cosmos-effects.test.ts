import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { identityHeader, openManagedEndpoint } from "@toolcourt/testing/managed-endpoints";
import { openTarget } from "@toolcourt/testing/target";
import { run } from "@toolcourt/testing/terminal";
import { expect, it, onTestFinished } from "vitest";
import { createStoresFixture, mayByRole } from "../../../azure/src/testing/cosmos-doors.ts";
import { serveCosmos } from "../../../azure/src/testing/serve-cosmos.ts";
import { configSchema } from "./config.ts";

// Tests every key of `stores.cosmos` with an observable effect, on a gateway with real sockets.

/** Runs timers at a tenth of their speed, so that a loaded machine misses no store deadline. */
const slowClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() / 10,
  sleep: (ms, signal) => systemClock.sleep(10 * ms, signal),
};

const names = ["hello", "read_repo_file", "write_memory_entry"];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  return body;
}

/** An account behind TLS, and a provider of tokens that notes what it is asked. */
async function openAzure() {
  const asked: string[] = [];
  const fixture = createStoresFixture({ may: mayByRole, now: systemClock.now });
  const certificate = createCertificate("localhost");
  const account = await openTarget(serveCosmos(fixture), certificate);
  const grant = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(`${request.url} ${await bodyOf(request)}`);
    response.writeHead(200, { "content-type": "application/json" });
    const token = { access_token: "token-of-entra", token_type: "Bearer", expires_in: 3600 };
    response.end(JSON.stringify(token));
  };
  const provider = await openTarget((request, response) => void grant(request, response));
  for (const each of [account, provider]) onTestFinished(() => each[Symbol.asyncDispose]());
  const cosmos = {
    account: `https://localhost:${account.port}`,
    database: "tools",
    holds: ["results"],
    connection: {
      kind: "client-credentials",
      token_url: `http://127.0.0.1:${provider.port}/tenant/token`,
      client_id: "app-1",
      client_secret: "${ENTRA_SECRET}",
      scope: "https://cosmos.example/.default",
    },
  };
  return { fixture, asked, account, cosmos, ca: certificate.cert };
}

async function openGatewayFolder(cosmos: JsonObject, ca: string, more: JsonObject = {}) {
  const config = {
    toolbox: { local: ["workspace"], tools: names.map((name) => ({ name })) },
    stores: { url: "sqlite:state.db", cosmos },
    results: { retain: "all" },
    egress: { ca_file: "ca.pem" },
    ...more,
  };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config), "ca.pem": ca });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

const environment = { ENTRA_SECRET: "hunter2-hunter2" };

it("has exactly these keys", () => {
  const schema = childOf(childOf(configSchema, "stores"), "cosmos");

  expect([...keyPaths(schema, "cosmos")]).toEqual([
    "cosmos.account",
    "cosmos.database",
    "cosmos.holds",
    "cosmos.connection.kind",
    "cosmos.connection.token_url",
    "cosmos.connection.client_id",
    "cosmos.connection.client_secret",
    "cosmos.connection.token_file",
    "cosmos.connection.scope",
    "cosmos.connection.resource",
  ]);
});

it("keeps the result of a call in the account that stores.cosmos names", async () => {
  const { fixture, asked, cosmos, ca } = await openAzure();
  const folder = await openGatewayFolder(cosmos, ca);

  const call = await run(["call", "hello"], { folder, clock: slowClock, environment });
  const listed = await run(["results", "list"], { folder, clock: slowClock, environment });

  expect(call.errors).not.toContain("hunter2");
  expect(listed.output).toContain("hello");
  expect(fixture.items.all("results")).toMatchObject([{ kind: "result", tool: "hello" }]);
  // `holds` names results alone, in the database and at the account of the configuration.
  const paths = fixture.seen.map((each) => each.split(" ")[1]);
  expect(paths.filter((path) => !/^\/dbs\/tools\/colls\/results(?:\/|$)/.test(path ?? ""))).toEqual(
    [],
  );
  expect(asked[0]).toMatch(/^\/tenant\/token /);
  const form = new URLSearchParams(asked[0]?.split(" ")[1]);
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: "client_credentials",
    client_id: "app-1",
    client_secret: "hunter2-hunter2",
    scope: "https://cosmos.example/.default",
  });
});

it("gets its tokens from the file or the machine that the kind names", async () => {
  const { fixture, asked, cosmos, ca } = await openAzure();
  const { token_url, client_id } = cosmos.connection;
  const vouched = { kind: "client-assertion", token_url, client_id, token_file: "pod.jwt" };
  const folder = await openGatewayFolder({ ...cosmos, connection: vouched }, ca);
  const claims = Buffer.from('{"exp":4102444800}').toString("base64url");
  await writeFile(join(folder, "pod.jwt"), `e30.${claims}.c2ln`);
  await run(["call", "hello"], { folder, clock: slowClock, environment });

  await using endpoint = await openManagedEndpoint("app-service", Date.UTC(2100, 0));
  const managed = { kind: "managed", client_id: "identity-1", resource: "https://cosmos.example" };
  const other = await openGatewayFolder({ ...cosmos, connection: managed }, ca);
  const platform = {
    IDENTITY_ENDPOINT: `http://127.0.0.1:${endpoint.port}/msi/token`,
    IDENTITY_HEADER: identityHeader,
  };
  const before = fixture.seen.length;
  await run(["call", "hello"], { folder: other, clock: slowClock, environment: platform });

  const form = new URLSearchParams(asked[0]?.split(" ")[1]);
  expect(Object.fromEntries(form)).toMatchObject({
    client_assertion: `e30.${claims}.c2ln`,
    scope: "https://cosmos.azure.com/.default",
  });
  expect(endpoint.requested).toMatchObject([
    { query: { resource: "https://cosmos.example", client_id: "identity-1" } },
  ]);
  expect(fixture.seen.length).toBeGreaterThan(before);
});

it.each([
  [{ kind: "managed", client_secret: "hunter2-plain" }, "client_secret", "does not use this"],
  [{ kind: "managed", scope: "s" }, "scope", "does not use this"],
  [{ kind: "client-assertion", client_id: "a" }, "token_file", "needs it"],
  [{ client_id: "a", client_secret: "b" }, "token_url", "needs it"],
])("names the key that a kind lacks or does not use: %j", async (connection, key, problem) => {
  const account = "https://a.documents.azure.com";
  const folder = await openGatewayFolder({ account, database: "d", connection }, "");

  const { errors } = await run(["effective"], { folder, environment });

  expect(errors).toMatch(new RegExp(`stores\\.cosmos\\.connection\\.${key}: .*${problem}`));
  expect(errors).not.toContain("hunter2");
});

it("refuses to start without the account", async () => {
  const { cosmos, ca } = await openAzure();
  const folder = await openGatewayFolder({ ...cosmos, account: "https://localhost:1" }, ca);

  const { errors, output } = await run(["call", "hello"], {
    folder,
    clock: slowClock,
    environment,
  });

  expect(errors + output).toContain("store-unusable");
});

it.each([
  ["AccountEndpoint=https://a.documents.azure.com:443/;AccountKey=c2VjcmV0;", "account"],
  ["https://user:c2VjcmV0@a.documents.azure.com", "account"],
  ["https://a.documents.azure.com/?key=c2VjcmV0", "account"],
  ["http://a.documents.azure.com", "account"],
])("refuses the account %s without showing its key", async (account, key) => {
  const connection = { token_url: "https://a.example/t", client_id: "a", client_secret: "b" };
  const folder = await openGatewayFolder({ account, database: "d", connection }, "");

  const { errors } = await run(["effective"], { folder, environment });

  expect(errors).toContain(`stores.cosmos.${key}`);
  expect(errors).toContain("Account keys are not accepted");
  expect(errors).not.toContain("c2VjcmV0");
});

it("shows no client secret, and names the variable that is missing", async () => {
  const { cosmos, ca } = await openAzure();
  const plain = { ...cosmos, connection: { ...cosmos.connection, client_secret: "hunter2-plain" } };
  const shown = await run(["effective"], { folder: await openGatewayFolder(plain, ca) });
  const missing = await run(["effective"], { folder: await openGatewayFolder(cosmos, ca) });

  expect(shown.output).toContain("stores.cosmos.connection.client_secret");
  expect(shown.output).not.toContain("hunter2-plain");
  expect(missing.errors).toContain("ENTRA_SECRET");
});
