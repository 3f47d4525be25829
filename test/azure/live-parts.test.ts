import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createCloud } from "../../packages/azure/src/testing/cloud/cloud.ts";
import * as data from "../../packages/azure/src/testing/cloud/data.ts";
import { openCloud } from "../../packages/azure/src/testing/cloud/open-cloud.ts";
import { createStoresFixture, mayByRole } from "../../packages/azure/src/testing/cosmos-doors.ts";
import { createCertificate } from "../../packages/testing/src/certificate.ts";
import { answering } from "../../packages/testing/src/discovery.ts";
import {
  entraClient,
  entraTenant,
  openEntra,
  vouchedBy,
} from "../../packages/testing/src/entra.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openTarget } from "../../packages/testing/src/target.ts";
import { openSearchService } from "../../packages/testing/src/targets/azure-search.ts";
import { openScanService } from "../../packages/testing/src/targets/document-intelligence.ts";
import { indexedRows, indexFields } from "../../packages/testing/src/targets/indexed-documents.ts";
import { scanOf } from "../../packages/testing/src/targets/scan.ts";
import { type RunOptions, run, today } from "../../packages/testing/src/terminal.ts";
import { runFederated } from "../../scripts/azure-live/arm.ts";
import { federatedOf } from "../../scripts/azure-live/connection.ts";
import { runCosmos } from "../../scripts/azure-live/cosmos.ts";
import type { Toolcourt } from "../../scripts/azure-live/home.ts";
import { runScan, runSearch } from "../../scripts/azure-live/sources.ts";

// The parts of `npm run azure:live` beside that of Azure Resource Manager, against the fixtures.

const key = "key-of-this-test-0123456789abcdef";

/** Runs commands in this process, and keeps what they print. */
function commands(options: RunOptions = {}): { toolcourt: Toolcourt; printed: string[] } {
  const printed: string[] = [];
  const toolcourt: Toolcourt = async (args, at) => {
    const ran = await run(args, { ...options, ...at });
    printed.push(ran.output, ran.errors);
    return ran;
  };
  return { toolcourt, printed };
}

/** A connection with the key of a service, which takes the place of a token. */
function keyFor(origin: string, header: string) {
  const words = `--kind token --origin ${origin} --token-header ${header} --token -`;
  return { flags: words.split(" "), input: key };
}

describe("the part ai-search", { timeout: 60_000 }, () => {
  const fields = Object.entries(indexFields).map((pair) => pair.join("="));

  async function search(more: Readonly<Record<string, string>> = {}) {
    await using service = await openSearchService({ index: "apis", key, rows: indexedRows });
    const { toolcourt, printed } = commands();
    const environment = {
      TOOLCOURT_AZURE_SEARCH: `${service.endpoint}/`,
      TOOLCOURT_AZURE_SEARCH_INDEX: "apis",
      TOOLCOURT_AZURE_SEARCH_FIELDS: fields.join(","),
      TOOLCOURT_AZURE_SEARCH_WORD: "things",
      ...more,
    };
    const connection = keyFor(service.endpoint, "api-key");
    const finished = await runSearch({ environment, toolcourt, connection });
    return { ...finished, asked: service.asked.length, printed: printed.join("\n") };
  }

  it("counts the documents of an index, with one request", async () => {
    const { printed, ...rest } = await search();

    expect(rest).toEqual({
      lines: ["find: 50 rows, 45 of them documents"],
      failed: false,
      asked: 1,
    });
    expect(printed).not.toContain(key);
  });

  it.each([
    ["no row is found", { TOOLCOURT_AZURE_SEARCH_WORD: "nothing-like-it" }, "find: 0 rows"],
    [
      "a field is missing",
      { TOOLCOURT_AZURE_SEARCH_FIELDS: "id=none,definition=openapi" },
      "the field none",
    ],
    ["the fields have another form", { TOOLCOURT_AZURE_SEARCH_FIELDS: "id" }, "expected id="],
    ["the address is plain", { TOOLCOURT_AZURE_SEARCH: "http://a.example" }, "expected an address"],
  ])("fails if %s", async (_, more, sentence) => {
    const { lines, failed } = await search(more);

    expect(failed).toBe(true);
    expect(lines.join("\n")).toContain(sentence);
  });
});

async function scan(text: (file: string) => string) {
  const files: string[] = [];
  await using service = await openScanService({
    key,
    analyze: (file) => {
      files.push(Buffer.from(file).toString("latin1"));
      return scanOf({ text: text(files[0] ?? "") }, { text: "Lists all orders of the shop." });
    },
  });
  const { toolcourt } = commands();
  const environment = { TOOLCOURT_AZURE_DOCUMENT_INTELLIGENCE: service.endpoint };
  const connection = keyFor(service.endpoint, "Ocp-Apim-Subscription-Key");
  return { ...(await runScan({ environment, toolcourt, connection })), files };
}

describe("the part document-intelligence", { timeout: 60_000 }, () => {
  it("has its page analyzed, and gets the draft that the page describes", async () => {
    const { lines, failed, files } = await scan(
      (file) => /\((GET \/\w+)\) Tj/.exec(file)?.[1] ?? "",
    );

    expect({ lines, failed }).toEqual({ lines: ["import: 1 drafts"], failed: false });
    expect(files[0]).toMatch(/^%PDF-1\.4\n/);
  });

  it("fails if the service reads no operation", async () => {
    const { lines, failed } = await scan(() => "Nothing to see.");

    expect(failed).toBe(true);
    expect(lines.join("\n")).toContain("Nothing was imported");
  });
});

async function cosmos(more: Parameters<typeof createStoresFixture>[0] = {}) {
  const fixture = createStoresFixture({ may: mayByRole, now: () => today, ...more });
  const certificate = createCertificate("localhost");
  await using account = await openTarget((request, response) => {
    readText(request, (body) => {
      const { method = "", url: path = "" } = request;
      const answer = fixture.answer({ method, path, headers: single(request.headers), body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }, certificate);
  await using login = await openTarget(
    answering({ access_token: "token-canary", token_type: "Bearer", expires_in: 3_600 }),
  );
  const { toolcourt, printed } = commands({ lookup: async () => ["127.0.0.1"] });
  const finished = await runCosmos({
    environment: {
      TOOLCOURT_AZURE_CLIENT_ID: "app",
      TOOLCOURT_AZURE_CLIENT_SECRET: "secret-canary-of-the-app",
      TOOLCOURT_AZURE_COSMOS: `https://localhost:${account.port}/`,
      TOOLCOURT_AZURE_COSMOS_DATABASE: "toolcourt",
    },
    toolcourt,
    tokenUrl: `http://127.0.0.1:${login.port}/token`,
    ca: certificate.cert,
  });
  return { ...finished, fixture, printed: printed.join("\n") };
}

describe("the part cosmos", { timeout: 60_000 }, () => {
  it("keeps one result with a time to live, and reads it again", async () => {
    const { lines, failed, fixture, printed } = await cosmos();

    expect({ lines, failed }).toEqual({
      lines: ["keep: one result, which the account forgets after a day", "show: exit 0"],
      failed: false,
    });
    const kept = fixture.items.all("results");
    expect(kept).toMatchObject([{ ttl: 86_460 }]);
    expect(printed).not.toMatch(/canary/);
  });

  it("fails if the role may not write", async () => {
    const { lines, failed } = await cosmos({ may: (_, action) => action !== "create" });

    expect(failed).toBe(true);
    expect(lines).toHaveLength(1);
  });
});

async function federated(endsAt: number) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await using entra = await openEntra();
  entra.manners.federated = publicKey;
  const cloud = createCloud({ pageSize: 1000 });
  await using server = await openCloud(cloud);
  await using folder = await openFolder({
    token: await vouchedBy(privateKey, { endsAt, id: "1" }),
  });
  const environment = {
    TOOLCOURT_AZURE_TENANT_ID: entraTenant,
    TOOLCOURT_AZURE_SUBSCRIPTION_ID: data.subscriptionId,
    TOOLCOURT_AZURE_CLIENT_ID: entraClient.id,
    TOOLCOURT_AZURE_FEDERATED_TOKEN_FILE: `${folder.path}/token`,
    TOOLCOURT_AZURE_APIM_URL: `http://127.0.0.1:${server.port}`,
  };
  const { toolcourt, printed } = commands({
    lookup: entra.lookup,
    dial: (options, report) => {
      if (options.protocol === "https:") return entra.dial(options, report);
      const socket = connect({ host: "127.0.0.1", port: Number(options.port) }, () =>
        report(null, socket),
      );
    },
  });
  const connection = federatedOf(environment);
  const finished = await runFederated({
    environment,
    toolcourt,
    connection,
    now: new Date(today),
  });
  return { ...finished, entra, cloud, printed: printed.join("\n") };
}

describe("the part federated-token", { timeout: 60_000 }, () => {
  it("lists the subscriptions with a token that the file alone proves", async () => {
    const { lines, failed, entra, cloud, printed } = await federated(today + 60_000);

    expect({ lines, failed }).toEqual({ lines: ["list-subscriptions: complete"], failed: false });
    expect(entra.requested).toMatchObject([
      { body: { grant_type: "client_credentials", client_id: entraClient.id } },
    ]);
    expect(entra.requested[0]?.body["client_secret"]).toBeUndefined();
    expect(cloud.seen.map(({ headers }) => headers["authorization"])).toEqual([
      `Bearer ${entra.granted[0]}`,
    ]);
    expect(printed).not.toContain(entra.granted[0]);
  });

  it("fails if the file has ended, and sends nothing", async () => {
    const { lines, failed, entra, cloud } = await federated(today - 60_000);

    expect(failed).toBe(true);
    expect(lines.join("\n")).toContain("connection-unavailable");
    expect([entra.requested.length, cloud.seen.length]).toEqual([0, 0]);
  });
});

function readText(request: IncomingMessage, done: (text: string) => void): void {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  request.on("end", () => done(text));
}

function single(headers: IncomingMessage["headers"]): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(pairs);
}
