import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { AzureKeyCredential, SearchClient } from "@azure/search-documents";
import createScanClient, {
  getLongRunningPoller,
  isUnexpected,
} from "@azure-rest/ai-document-intelligence";
import { isJsonArray, isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openSearchService } from "../../packages/testing/src/targets/azure-search.ts";
import { openScanService } from "../../packages/testing/src/targets/document-intelligence.ts";
import {
  indexedRows,
  indexFields,
  rowInstruction,
} from "../../packages/testing/src/targets/indexed-documents.ts";
import { scanOf } from "../../packages/testing/src/targets/scan.ts";
import {
  scannedAddress,
  scannedDocuments,
  scannedToken,
} from "../../packages/testing/src/targets/scanned-documents.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";

// Every command opens a store with its own thread, and the keys of connections.
const patience = { timeout: 60_000 };

const key = "key-of-this-test-0123456789abcdef";
const pdf = "%PDF-1.7 the file of this test";
const importing = ["drafts", "import", "api.pdf", "--source", "scans", "--into", "shop"];

interface Home {
  readonly folder: Folder;
  readonly ran: (...args: readonly string[]) => Promise<Ran>;
}

/** Opens a folder with a configuration whose sources are these services, and their connections. */
async function openHome(
  services: { readonly search?: string; readonly scan?: string },
  files: Readonly<Record<string, string>> = {},
  more: JsonObject = {},
): Promise<Home & AsyncDisposable> {
  const { search, scan } = services;
  const sources = [
    ...(search === undefined
      ? []
      : [
          {
            name: "apis",
            kind: "azure-search",
            endpoint: search,
            index: "apis",
            fields: indexFields,
            connection: "apis",
          },
        ]),
    ...(scan === undefined
      ? []
      : [{ name: "scans", kind: "document-intelligence", endpoint: scan, connection: "scans" }]),
  ];
  const config = {
    toolbox: { http: [{ name: "shop", drafts: true }] },
    drafts: { sources },
    egress: {
      allow: [search, scan].flatMap((origin) =>
        origin === undefined
          ? []
          : [{ origin, methods: ["GET", "POST"], addresses: "loopback", via: "direct" }],
      ),
    },
    ...more,
  };
  const folder = await openFolder({
    "toolcourt.yaml": JSON.stringify(config),
    "api.pdf": pdf,
    ...files,
  });
  const ran: Home["ran"] = (...args) => run(args, { folder: folder.path });
  const headers = {
    apis: ["api-key", search],
    scans: ["Ocp-Apim-Subscription-Key", scan],
  } as const;
  for (const [name, [header, origin]] of Object.entries(headers)) {
    if (origin === undefined) continue;
    const adding = ["connections", "add", name, "--kind", "token", "--origin", origin];
    const added = await run([...adding, "--token-header", header, "--token", "-"], {
      folder: folder.path,
      input: key,
    });
    expect(added).toMatchObject({ code: 0 });
  }
  return { folder, ran, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

function searchService() {
  return openSearchService({ index: "apis", key, rows: indexedRows });
}

function objects(text: string, pick: (value: JsonObject) => unknown): readonly JsonObject[] {
  const value = parseJson(text);
  const list = isJsonObject(value) ? pick(value) : value;
  return Array.isArray(list) && isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** Returns what the log says about entries of a kind. */
function audited({ folder }: Home, kind: string): readonly unknown[] {
  using database = new DatabaseSync(`${folder.path}/.toolcourt/state.db`, { readOnly: true });
  return database
    .prepare("SELECT body FROM audit")
    .all()
    .map(({ body }) => parseJson(String(body)))
    .filter(isJsonObject)
    .filter((entry) => entry["kind"] === kind)
    .map(({ about }) => about);
}

/** Returns the query of an address, sorted by name. */
function sorted(url: URL | undefined): string | undefined {
  url?.searchParams.sort();
  return url?.search;
}

/** An analysis whose one paragraph is no operation. */
const withoutOperations = scanOf({ text: "This page has no operation." });

describe("toolcourt drafts find", patience, () => {
  it("shows fifty rows of an index, and names those that are no OpenAPI document", async () => {
    await using service = await searchService();
    await using home = await openHome({ search: service.endpoint });

    const found = await home.ran("drafts", "find", "things", "--source", "apis");

    expect(found).toMatchObject({ code: 0, errors: "" });
    expect(found.output).toContain("Found 50 rows in apis: 45 documents.");
    expect(found.output).toContain(
      "doc-7, Things 7, 1, https://docs.example.com/7, score 1.93: 1 operation",
    );
    for (const [row, reason] of [
      [43, "The document is not an object."],
      [44, "The document is not an object."],
      [45, "The document does not say that it is OpenAPI 2.0, 3.0 or 3.1."],
      [46, "The document is not JSON, at line 1, column 3."],
      [47, "The document is not an object."],
    ] as const) {
      expect(found.output).toContain(`  doc-${row}: ${reason}`);
    }
    expect(found.output).not.toContain("\u001b");
    expect((await home.ran("drafts", "list")).output).toBe("Nothing found.");
    expect(service.asked).toHaveLength(1);
  });

  it.each([[["Things", "7"]], [["Things 7"]], [[" Things ", "7"]]])(
    "searches for all words, as people type them: %j",
    async (words) => {
      await using service = await searchService();
      await using home = await openHome({ search: service.endpoint });

      const found = await home.ran("drafts", "find", ...words, "--source", "apis");

      expect(found).toMatchObject({ code: 0, errors: "" });
      expect(service.asked).toMatchObject([{ search: "Things 7", searchMode: "all" }]);
    },
  );

  it("imports the documents as pending drafts, and nothing else of a row", async () => {
    await using service = await searchService();
    await using home = await openHome({ search: service.endpoint });

    const found = await home.ran(
      "drafts",
      "find",
      "things",
      "--source",
      "apis",
      "--into",
      "shop",
      "--json",
    );
    const listed = objects((await home.ran("drafts", "list", "--json")).output, (all) => all);
    const shown = await home.ran("drafts", "show", "shop/get_thing_7", "--json");
    const text = await home.ran("drafts", "show", "shop/get_thing_7");
    const hostile = await home.ran("drafts", "show", "shop/get_thing_48");
    const called = await home.ran("call", "get_thing_7");

    expect(found).toMatchObject({ code: 0 });
    expect(listed).toHaveLength(44);
    expect(new Set(listed.map(({ state }) => state))).toEqual(new Set(["pending"]));
    expect(parseJson(shown.output)).toMatchObject({
      tool: { name: "get_thing_7", description: "Finds one thing of kind 7." },
      operation: { method: "GET", base: { path: "" }, path: "/things7/{id}", security: [] },
      provenance: {
        from: "apis: doc-7",
        source: {
          name: "apis",
          row: { id: "doc-7", title: "Things 7", version: "1", url: "https://docs.example.com/7" },
        },
      },
      approvable: true,
    });
    expect(shown.output).not.toMatch(/evil|admin|"approved": ?true/);
    expect(text.output).toContain(
      "Source:     apis, row doc-7, Things 7, 1, https://docs.example.com/7, score 1.93",
    );
    expect(hostile.output).toContain("error  text/visible");
    expect(found.output).toContain("The set has a draft of this name from another document.");
    expect((await home.ran("drafts", "show", "shop/get_thing_0")).output).not.toContain("Replaces");
    expect(`${called.output}${called.errors}`).toContain("draft-pending");
    expect(hostile.output).toContain(rowInstruction);
  });

  it("takes neither an address nor a header from a row, and notes both", async () => {
    const definition = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Things", version: "1" },
      servers: [{ url: "https://api.evil.example/v1" }],
      paths: {
        "/things": {
          get: {
            operationId: "list_things",
            description: "Lists all things of the shop.",
            parameters: [{ name: "X-Region", in: "header", schema: { type: "string" } }],
            responses: { 200: { description: "They are listed." } },
          },
        },
      },
    });
    const rows = indexedRows.slice(0, 1).map((row) => ({ ...row, openapi: definition }));
    await using service = await openSearchService({ index: "apis", key, rows });
    await using home = await openHome({ search: service.endpoint });

    await home.ran("drafts", "find", "things", "--source", "apis", "--into", "shop");
    const shown = await home.ran("drafts", "show", "shop/list_things", "--json");

    expect(parseJson(shown.output)).toMatchObject({
      operation: { base: { path: "/v1" }, path: "/things", parameters: [] },
      notes: [
        { message: "This header is left out: no document of a source sets one." },
        { message: "The address in the document is left out: the configuration sets it." },
      ],
    });
    expect(shown.output).not.toContain("evil");
  });

  it("ends with 1 and records no import if nothing can be imported", async () => {
    const rows = indexedRows.slice(43, 48);
    await using service = await openSearchService({ index: "apis", key, rows });
    await using home = await openHome({ search: service.endpoint });

    const found = await home.ran("drafts", "find", "things", "--source", "apis", "--into", "shop");

    expect(found).toMatchObject({ code: 1 });
    expect(found.errors).toContain("Nothing was imported");
    expect(audited(home, "draft.imported")).toEqual([]);
  });

  it("records the digest of the words before they are sent, and no words", async () => {
    await using service = await searchService();
    await using home = await openHome({ search: service.endpoint });

    await home.ran("drafts", "find", "things", "--source", "apis");
    const entries = audited(home, "draft.searched");

    expect(entries).toMatchObject([
      {
        source: "apis",
        query: "sha256:7e1ddfc85ae45a95330209c0834c59876011aa587be693354cbd1f40bf637fcd",
        by: "operator:grace",
      },
    ]);
  });

  it("is answered as Azure's own client is", async () => {
    await using service = await searchService();
    const client = new SearchClient<Record<string, unknown>>(
      service.endpoint,
      "apis",
      new AzureKeyCredential(key),
      { allowInsecureConnection: true },
    );

    const { results, count } = await client.search("things", {
      queryType: "simple",
      searchMode: "all",
      select: Object.values(indexFields),
      top: 50,
      includeTotalCount: true,
    });
    const ids: unknown[] = [];
    for await (const { document } of results) ids.push(document["key"]);
    await using home = await openHome({ search: service.endpoint });
    await home.ran("drafts", "find", "things", "--source", "apis");

    expect(count).toBe(50);
    expect(ids).toEqual(indexedRows.map((row) => row["key"]));
    expect(service.asked[1]).toEqual(service.asked[0]);
    expect(service.seen[1]?.url).toBe(service.seen[0]?.url);
  });
});

describe("toolcourt drafts import --source", patience, () => {
  it("drafts what a PDF describes, and shows page and text beside each field", async () => {
    await using service = await openScanService({ key, analyze: () => scannedDocuments.good });
    await using home = await openHome({ scan: service.endpoint });

    const imported = await home.ran(...importing);
    const shown = await home.ran("drafts", "show", "shop/post_orders");
    const called = await home.ran("call", "get_orders_id");
    const entries = audited(home, "draft.scanned");

    expect(imported.output).toContain("Imported 2 drafts into shop: 2 new");
    for (const line of [
      "From:       api.pdf, at /paths/~1orders/post",
      "  method and path: page 2, paragraph 22: POST /orders",
      "  description: page 2, paragraph 23 (confidence 0.71): Places one order for the shop.",
      "  parameter sku: page 2, table 1: sku | Text | ja",
      "  This was read with confidence 0.71 on page 2: compare it. page 2, paragraph 23",
      "(the address that the configuration names)/orders",
    ]) {
      expect(shown.output).toContain(line);
    }
    expect(shown.output).toMatch(/^Source: {5}scans, sha256:[0-9a-f]{64}$/m);
    expect(shown.output).toContain("error  output/present");
    expect(`${called.output}${called.errors}`).toContain("draft-pending");
    expect(entries).toMatchObject([
      { source: "scans", document: `sha256:${hash("sha256", pdf, "hex")}` },
    ]);
    expect(service.asked).toEqual([{ base64Source: Buffer.from(pdf).toString("base64") }]);
  });

  it("ends with 1 and records no import if a PDF describes no operation", async () => {
    await using service = await openScanService({ key, analyze: () => withoutOperations });
    await using home = await openHome({ scan: service.endpoint });

    const imported = await home.ran(...importing);

    expect(imported).toMatchObject({ code: 1 });
    expect(imported.errors).toContain("Nothing was imported");
    expect(audited(home, "draft.scanned")).toHaveLength(1);
    expect(audited(home, "draft.imported")).toEqual([]);
  });

  it("lets a PDF replace only its own drafts", async () => {
    const { good } = scannedDocuments;
    const other = JSON.stringify(good).replaceAll("Finds one order", "Removes one order");
    const analyze = (file: Uint8Array): JsonObject => {
      const changed = parseJson(other);
      const isOther = Buffer.from(file).toString().includes("other");
      return isOther && isJsonObject(changed) ? changed : good;
    };
    await using service = await openScanService({ key, analyze, running: 0 });
    const files = { "b.pdf": "%PDF-1.7 an other file" };
    await using home = await openHome({ scan: service.endpoint }, files);
    const importFrom = (file: string): Promise<Ran> =>
      home.ran("drafts", "import", file, "--source", "scans", "--into", "shop");

    await importFrom("api.pdf");
    const foreign = await importFrom("b.pdf");
    await home.folder.write("api.pdf", "%PDF-1.7 an other edition");
    const edition = await importFrom("api.pdf");

    expect(foreign).toMatchObject({ code: 1 });
    expect(foreign.output).toContain("The set has a draft of this name from another document.");
    expect(edition).toMatchObject({ code: 0 });
    expect(edition.output).toContain("1 changed and pending again");
  });

  it("keeps addresses and tokens of the text out of drafts and output", async () => {
    await using service = await openScanService({ key, analyze: () => scannedDocuments.address });
    await using home = await openHome({ scan: service.endpoint });

    const imported = await home.ran(...importing);
    const shown = await home.ran("drafts", "show", "shop/get_orders_id", "--full");

    for (const text of [imported.output, imported.errors, shown.output]) {
      expect(text).not.toContain(scannedToken);
      expect(text).not.toContain(scannedAddress);
      expect(text).not.toContain(key);
    }
  });

  it("is answered as Azure's own client is", async () => {
    await using service = await openScanService({
      key,
      analyze: () => scannedDocuments.good,
      running: 0,
    });
    const client = createScanClient(service.endpoint, { key }, { allowInsecureConnection: true });

    const started = await client.path("/documentModels/{modelId}:analyze", "prebuilt-layout").post({
      contentType: "application/json",
      body: { base64Source: Buffer.from(pdf).toString("base64") },
      queryParameters: { outputContentFormat: "markdown", stringIndexType: "utf16CodeUnit" },
    });
    if (isUnexpected(started)) throw new Error(started.body.error.message);
    const { body } = await getLongRunningPoller(client, started).pollUntilDone();
    await using home = await openHome({ scan: service.endpoint });
    await home.ran(...importing);

    expect(body).toMatchObject({ status: "succeeded", analyzeResult: scannedDocuments.good });
    expect(service.asked[1]).toEqual(service.asked[0]);
    const [first, , second] = service.seen.map(({ url = "" }) => new URL(url, "http://scans"));
    expect(second?.pathname).toBe(first?.pathname);
    expect(sorted(second)).toBe(sorted(first));
  });
});

const policy = `version: 1
roles:
  author: ["drafts:write"]
subjects:
  - { principals: ["operator:ada"], roles: [author] }
statements:
  - { id: local, effect: allow, kinds: [local], tools: ["*"] }
...
`;

describe("bad input", patience, () => {
  it.each([
    [
      ["import", "toolcourt.yaml", "--source", "scans", "--into", "shop"],
      "Expected a PDF, found a file that is none.",
    ],
    [
      ["import", "api.pdf", "--source", "nowhere", "--into", "shop"],
      "Expected a source of drafts.sources with the kind document-intelligence, found nowhere; there are: scans.",
    ],
    [["import", "api.pdf", "--source", "apis", "--into", "shop"], "there are: scans."],
    [["import", "api.pdf", "--source", "scans"], "Name the set of the tools with --into."],
    [["find", "things"], "Name the source of drafts.sources with --source."],
    [["find", "-x*", "--source", "apis"], ""],
    [["find", "title:x", "--source", "apis"], "Search for 1 to 32 words"],
    [["show", "shop/a", "shop/b"], "The action show takes one argument, and here are 2."],
    [["find", "things", "--source", "apis", "--into", "a/b"], "Name a set with"],
    [
      ["find", "things", "--source", "apis", "--into", "shop", "--tier", "cost"],
      "--tier is for sets with the profile cloud-discovery",
    ],
  ])("is refused in one sentence, and nothing is written or sent: %j", async (args, problem) => {
    await using search = await searchService();
    await using scan = await openScanService({ key, analyze: () => scannedDocuments.good });
    await using home = await openHome({ search: search.endpoint, scan: scan.endpoint });

    const ran = await home.ran("drafts", ...args);

    expect(ran).toMatchObject({ code: 2, output: "" });
    expect(ran.errors).toContain(problem);
    expect(ran.errors).toContain("next: toolcourt");
    expect([search.seen, scan.seen]).toEqual([[], []]);
    expect((await home.ran("drafts", "list")).output).toBe("Nothing found.");
  });

  it("is an operator without the permission drafts:write", async () => {
    await using search = await searchService();
    const more = { policy: { file: "policy.yaml" } };
    await using home = await openHome({ search: search.endpoint }, { "policy.yaml": policy }, more);

    const refused = await home.ran("drafts", "find", "things", "--source", "apis");
    await home.folder.write("policy.yaml", policy.replace("operator:ada", "operator:grace"));
    const permitted = await home.ran("drafts", "find", "things", "--source", "apis");

    expect(refused).toMatchObject({ code: 2, output: "" });
    expect(refused.errors).toContain(
      "policy.yaml: Expected a role with the permission drafts:write for operator:grace, found none.",
    );
    expect(permitted).toMatchObject({ code: 0 });
    expect(search.seen).toHaveLength(1);
  });

  it("is an index without a configured field", async () => {
    const rows = indexedRows.map(({ edition: _edition, ...row }) => row);
    await using search = await openSearchService({ index: "apis", key, rows });
    await using home = await openHome({ search: search.endpoint });

    const ran = await home.ran("drafts", "find", "things", "--source", "apis", "--into", "shop");

    expect(ran).toMatchObject({ code: 2, output: "" });
    expect(ran.errors).toContain("expected the field edition that fields.version names.");
    expect((await home.ran("drafts", "list")).output).toBe("Nothing found.");
  });

  it("is a service that sends the polls elsewhere", async () => {
    const pollAt = "https://evil.example.com";
    await using scan = await openScanService({ key, analyze: () => scannedDocuments.good, pollAt });
    await using home = await openHome({ scan: scan.endpoint });

    const ran = await home.ran(...importing);

    expect(ran).toMatchObject({ code: 2, output: "" });
    expect(ran.errors).toContain(
      "gave another origin; expected an Operation-Location of its own origin.",
    );
  });
});
