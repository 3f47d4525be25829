import type { JsonObject } from "@toolcourt/sdk";
import { draftRig } from "@toolcourt/testing/drafts";
import { describe, expect, it } from "vitest";
import type { ImportAsked, ImportOutcome } from "./import-into.ts";

type Done = Extract<ImportOutcome, { readonly kind: "imported" }>;

const answer = { 200: { content: { "application/json": { schema: { type: "object" } } } } };

function documentOf(paths: JsonObject, more: JsonObject = {}): string {
  const info = { title: "Pets", version: "1" };
  const servers = [{ url: "https://pets.example/v1" }];
  return JSON.stringify({ openapi: "3.0.3", info, servers, paths, ...more });
}

function reading(operation: JsonObject): JsonObject {
  return { "/pets": { get: { operationId: "pets", responses: answer, ...operation } } };
}

async function importing(text: string, asked: Partial<ImportAsked> = {}) {
  const { drafts } = draftRig();
  const whole = { text, set: "shop", from: "pets.json", by: "operator:grace", ...asked };
  const outcome = await drafts.importDocument(whole);
  if (outcome.kind !== "imported") throw new TypeError(outcome.kind);
  return { drafts, outcome };
}

/** Returns the outcomes: `shown` for a valid draft, `named` for a reported operation. */
async function ends(text: string): Promise<readonly string[]> {
  const { drafts, outcome } = await importing(text);
  const shown = await Promise.all(
    outcome.drafts.map(async ({ name }) => {
      const seen = await drafts.show("shop", name);
      return typeof seen === "object" ? "shown" : String(seen);
    }),
  );
  return [...shown, ...outcome.notImported.map(() => "named")];
}

const parameter = (name: string): JsonObject => ({ in: "query", name, schema: {} });

/** Builds a document whose operations all refer to one large schema. */
function repeating(operations: number): string {
  const names = Array.from(
    { length: 40 },
    (_, index) => [`field${index}`, { type: "string" }] as const,
  );
  const schema = { $ref: "#/components/schemas/Large" };
  const requestBody = { content: { "application/json": { schema } } };
  const paths = Array.from(
    { length: operations },
    (_, index) => [`/pets${index}`, { post: { operationId: `pet${index}`, requestBody } }] as const,
  );
  const schemas = { Large: { type: "object", properties: Object.fromEntries(names) } };
  return documentOf(Object.fromEntries(paths), { components: { schemas } });
}

function bodyOf(name: string): JsonObject {
  return { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } };
}

function reasons({ notImported }: Done): readonly string[] {
  return [...new Set(notImported.map(({ reason }) => reason))];
}

describe("a hostile document", () => {
  it.each([
    ["a scope without a name", documentOf(reading({ security: [{ oauth: [""] }] })), "shown"],
    ["a long name", documentOf(reading({ parameters: [parameter("q".repeat(300))] })), "named"],
    ["a long scheme", documentOf(reading({ security: [{ ["o".repeat(300)]: [] }] })), "named"],
    [
      "an address of odd characters",
      documentOf(reading({}), { servers: [{ url: "https://pets.example/a|b[c]" }] }),
      "shown",
    ],
  ])("yields no draft that cannot be shown: %s", async (_, text, end) => {
    expect(await ends(text)).toEqual([end]);
  });

  it("yields no argument for a secret, even deep in a shared body", async () => {
    const properties = {
      name: { type: "string" },
      password: { type: "string" },
      max_tokens: { type: "integer" },
      page_token: { type: "string" },
    };
    const schemas = {
      Person: { type: "object", properties, required: ["name", "password"] },
      Pair: { type: "array", items: { $ref: "#/components/schemas/Person" } },
    };
    const schema = { $ref: "#/components/schemas/Pair" };
    const requestBody = { content: { "application/json": { schema } } };
    const parameters = [{ in: "path", name: "api_key", schema: { type: "string" } }];
    const post = { operationId: "pets", requestBody, parameters, responses: answer };
    const text = documentOf({ "/pets/{api_key}": { post } }, { components: { schemas } });

    const { drafts } = await importing(text);

    const seen = await drafts.show("shop", "pets");
    if (typeof seen !== "object") throw new TypeError("no draft");
    const { tool, notes } = seen.content;
    expect(tool["inputSchema"]).toMatchObject({
      $defs: { Person: { required: ["name"] } },
    });
    expect(JSON.stringify(tool)).not.toContain("password");
    expect(JSON.stringify(tool)).toContain("page_token");
    expect(notes.map(({ pointer }) => pointer)).toEqual([
      "/paths/~1pets~1{api_key}/post/parameters/0",
      "/components/schemas/Person/properties/password",
    ]);
  });

  it("respects the limits of the import", async () => {
    const text = repeating(12);

    const few = await importing(text, { max: { operations: 5, bytes: 10_000_000 } });
    const small = await importing(text, { max: { operations: 100, bytes: 6_000 } });

    expect(few.outcome.drafts).toHaveLength(5);
    expect(reasons(few.outcome)).toEqual(["There are too many operations."]);
    expect(small.outcome.drafts.length).toBeLessThan(12);
    expect(reasons(small.outcome)).toEqual(["The drafts are too large together."]);
    expect(few.outcome.notImported.length + few.outcome.drafts.length).toBe(12);
  });

  it("cannot inflate the report about itself", async () => {
    const key = "k".repeat(50_000);
    const fields = Array.from(
      { length: 300 },
      (_, index) => [`a${index}_password`, { type: "string" }] as const,
    );
    const schemas = { [key]: { $id: "x" }, Secret: { properties: Object.fromEntries(fields) } };
    const paths = {
      "/bad": { post: { requestBody: bodyOf(key) } },
      "/many": { post: { operationId: "many", requestBody: bodyOf("Secret") } },
    };

    const { outcome } = await importing(documentOf(paths, { components: { schemas } }));

    expect(JSON.stringify(outcome.notImported).length).toBeLessThan(2_000);
    expect(outcome.drafts[0]?.draft.notes).toHaveLength(101);
  });

  it("lets calls run while its drafts are judged", async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);

    await importing(repeating(8));
    clearImmediate(next);

    expect(turns).toBeGreaterThanOrEqual(8);
  });
});
