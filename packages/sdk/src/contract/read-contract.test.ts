import { describe, expect, it } from "vitest";
import { contract, contractOf } from "../testing/contract.ts";
import { type JsonValue, parseJson } from "./json.ts";
import { toMcpTool } from "./overlay.ts";
import { readContract } from "./read-contract.ts";

const bare = {
  name: "get_customer",
  description: "Gets a customer.",
  inputSchema: { type: "object", properties: {} },
  icons: [{ src: "https://example.com/i.png", "x-unknown": 1 }],
  annotations: { readOnlyHint: true, "x-risk": "low" },
  "x-unknown": { kept: [1, 2.5, null] },
};

function effectOf(annotations: JsonValue, terms: JsonValue = {}) {
  const meta = { "dev.toolcourt/contract": terms };
  return contractOf({ server: "crm", tool: { name: "a", annotations, _meta: meta } }).effect;
}

function digestOf(tool: JsonValue, server = "crm") {
  return contractOf({ server, tool }).digest;
}

describe("readContract", () => {
  it("keeps the whole tool object, including unknown fields", () => {
    const read = contractOf({ server: "crm", tool: bare });

    expect(read.asReceived).toEqual(bare);
    expect(toMcpTool(read)).toEqual(bare);
  });

  it("omits the output if there is none", () => {
    expect(contractOf({ server: "crm", tool: bare })).not.toHaveProperty("output");
  });

  it.each([undefined, null, true, [], "x"])(
    "accepts no input at all if the schema is %j",
    (inputSchema) => {
      const tool: JsonValue =
        inputSchema === undefined ? { name: "a" } : { name: "a", inputSchema };

      expect(contractOf({ server: "crm", tool }).input).toEqual({ not: {} });
    },
  );

  it("reads terms from the tool's own metadata", () => {
    expect(contract().terms).toMatchObject({ version: "1.0.0", tags: ["weather"], cacheTTL: 300 });
  });

  it.each([null, "x", 7, []])("refuses to read %j as a tool", (tool) => {
    expect(readContract({ server: "crm", tool })).toMatchObject({ kind: "unreadable", name: "" });
  });

  it("points at the value that prevents pinning", () => {
    const tool = { ...bare, description: "half \ud800" };

    expect(readContract({ server: "crm", tool })).toMatchObject({
      kind: "unreadable",
      name: "get_customer",
      pointer: "/description",
    });
  });

  it.each([
    { levels: 198, kind: "contract" },
    { levels: 199, kind: "unreadable" },
    { levels: 200, kind: "unreadable" },
  ])("returns $kind for a schema with $levels levels without throwing", ({ levels, kind }) => {
    const inputSchema = parseJson(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);

    expect(readContract({ server: "crm", tool: { name: "a", inputSchema } }).kind).toBe(kind);
  });
});

describe("the effect of a tool", () => {
  it("defaults to write, despite the annotations", () => {
    expect(effectOf({ readOnlyHint: true })).toBe("write");
  });

  it("follows the category", () => {
    expect(effectOf({}, { category: "query" })).toBe("read");
    expect(effectOf({}, { category: "mutation" })).toBe("write");
  });

  it("follows the declared effect before the category", () => {
    expect(effectOf({}, { category: "mutation", effect: "destroy" })).toBe("destroy");
  });

  it("can only be made stricter by an annotation", () => {
    expect(effectOf({ destructiveHint: true }, { category: "query" })).toBe("destroy");
  });
});

describe("the digest of a contract", () => {
  it("is independent of the order of keys", () => {
    const reordered = Object.fromEntries(Object.entries(bare).toReversed());

    expect(digestOf(reordered)).toBe(digestOf(bare));
  });

  it.each([
    { name: "get_customer2" },
    { title: "x" },
    { description: "Gets a customer. " },
    { inputSchema: { type: "object" } },
    { outputSchema: {} },
    { annotations: { readOnlyHint: false } },
    { _meta: { a: 1 } },
    { "x-unknown": 1 },
  ])("changes with any byte: %j", (change) => {
    expect(digestOf({ ...bare, ...change })).not.toBe(digestOf(bare));
  });

  it("changes with the server and with the overlay", () => {
    expect(digestOf(bare, "crm2")).not.toBe(digestOf(bare));
    expect(
      contractOf({ server: "crm", tool: bare, overlay: { description: "x" } }).digest,
    ).not.toBe(digestOf(bare));
  });

  it("is SHA-256 and says so", () => {
    expect(digestOf(bare)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe("an overlay", () => {
  it("alone sets the source of structured content, and its digest covers that", () => {
    const claimed = contractOf({ server: "crm", tool: { ...bare, result: "text" } });
    const plain = contractOf({ server: "crm", tool: bare, overlay: {} });
    const promoted = contractOf({ server: "crm", tool: bare, overlay: { result: "text" } });

    expect(claimed).not.toHaveProperty("result");
    expect(promoted.result).toBe("text");
    expect(promoted.digest).not.toBe(plain.digest);
    expect(toMcpTool(promoted, { result: "text", inferred: { samples: 3 } })).toEqual(bare);
  });

  it("replaces whole fields and single terms, and leaves the original as received", () => {
    const tool = { ...bare, _meta: { other: 1, "dev.toolcourt/contract": { tags: ["a"] } } };
    const overlay = { output: { type: "object" }, terms: { category: "query" } };

    const read = contractOf({ server: "crm", tool, overlay });

    expect(read.output).toEqual({ type: "object" });
    expect(read.terms).toEqual({ tags: ["a"], category: "query" });
    expect(read.effect).toBe("read");
    expect(read.asReceived).toEqual(tool);
    expect(toMcpTool(read, overlay)).toMatchObject({
      outputSchema: { type: "object" },
      _meta: { other: 1 },
    });
  });
});
