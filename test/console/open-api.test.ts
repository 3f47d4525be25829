import { describe, expect, it } from "vitest";
import { adminRoutes } from "../../packages/gateway/src/edge/admin/route-table.ts";
import { isJsonObject, type JsonObject, own } from "../../packages/sdk/src/index.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openServedConsole } from "./served.ts";

// A whole gateway with a threaded store.
const patience = { timeout: 30_000 };

const root = "/admin/v1/";

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, schema: JsonObject])[];
}

function operationsIn(document: JsonObject): readonly Operation[] {
  return membersOf(own(document, "paths")).flatMap(([path, methods]) =>
    membersOf(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.slice(root.length).replaceAll(/\{\w+\}/g, "none"),
      query: queryOf(operation),
    })),
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function queryOf(operation: unknown): Operation["query"] {
  const parameters = membersOf(operation).find(([key]) => key === "parameters")?.[1];
  return (Array.isArray(parameters) ? parameters : []).flatMap((each: unknown) => {
    if (!isJsonObject(each) || each["in"] !== "query") return [];
    const { name, schema } = each;
    return typeof name === "string" && isJsonObject(schema) ? [[name, schema] as const] : [];
  });
}

/** A value that the schema allows. */
function sampleOf({ type, enum: choices, format }: JsonObject): string {
  if (Array.isArray(choices)) return String(choices[0]);
  if (type === "integer") return "1";
  return format === "date-time" ? "2026-11-01T12:00:00Z" : "";
}

/** Routes whose answers are no JSON document. */
const streams = [
  "GET events",
  "GET results/{callId}/output",
  "POST audit/verify",
  "GET audit/rows/{row}/proof",
  "GET audit/export",
];

/** Values of keys whose form no schema says. */
const samples: Readonly<Record<string, string>> = {
  set: "pets",
};

describe("the OpenAPI document of a gateway", patience, () => {
  it("names only routes that the gateway has, and all of them", async () => {
    const { get, post } = await openServedConsole();
    const { body: document } = await get("openapi.json");
    const operations = operationsIn(document);
    const named = membersOf(own(document, "paths")).flatMap(([path, methods]) =>
      membersOf(methods).map(([method]) => `${method.toUpperCase()} ${path.slice(root.length)}`),
    );

    const unknown = [];
    for (const { method, path } of operations) {
      const { body } = method === "GET" ? await get(path) : await post(path, { not: "known" });
      const because = JSON.stringify(body).match(/"because":"(path|method)"/)?.[1];
      if (because !== undefined) unknown.push(`${method} ${path}: ${because}`);
    }

    const missing = adminRoutes
      .map(({ method, path }) => `${method} ${path.slice(root.length)}`)
      .filter((each) => !named.includes(each));
    expect(unknown).toEqual([]);
    expect(missing).toEqual(streams);
  });

  it("names every key of a query, and no other is taken", async () => {
    const { get } = await openServedConsole();
    const { body: document } = await get("openapi.json");
    const reads = operationsIn(document).filter(({ method }) => method === "GET");

    const wrong = [];
    for (const { path, query } of reads) {
      const stranger = await get(`${path}?stranger=1`);
      if (!isAboutQuery(stranger.body)) wrong.push(`${path}?stranger is taken`);
      for (const [name, schema] of query) {
        const sample = samples[name] ?? sampleOf(schema);
        if (sample === "") continue;
        const { body } = await get(`${path}?${name}=${encodeURIComponent(sample)}`);
        if (isAboutQuery(body)) wrong.push(`${path}?${name}=${sample} is refused`);
      }
    }

    expect(wrong).toEqual([]);
  });

  it("is imported as drafts without an error in the document", async () => {
    const { get, folder } = await openServedConsole();
    const { body: document } = await get("openapi.json");
    const whole = { ...document, servers: [{ url: "https://gateway.example" }] };
    await folder.write("admin.json", JSON.stringify(whole));

    const place = { folder: folder.path };
    const imported = await run(
      ["drafts", "import", "admin.json", "--into", "admin", "--json"],
      place,
    );

    expect(imported.errors).not.toMatch(/cannot be read|is not valid/);
    expect(imported.output).toContain('"getApprovals"');
    expect(imported.output.match(/"severity":"error"/g) ?? []).toEqual([]);
  });
});

function isAboutQuery(body: JsonObject): boolean {
  return JSON.stringify(body).includes('"because":"query"');
}
