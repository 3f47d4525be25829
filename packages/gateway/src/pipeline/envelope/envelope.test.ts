import {
  hints,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
  toolResultSchema,
} from "@toolcourt/sdk";
import { approvedCall, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CheckedResult } from "../call.ts";
import { envelopeSchema } from "./envelope-schema.ts";
import { asCached, createPresent, ofReader, withoutRepeats, wrapResult } from "./wrap-result.ts";

const clock = createFakeClock();
const agentHints = hints({
  confidence: [{ name: "x", value: 1 }],
  sourceQuality: "unknown",
  validityPeriod: "immediate",
});

function wrap(output: CheckedResult, promised?: JsonSchema): CheckedResult {
  const contract = toolContract(promised === undefined ? {} : { output: promised });
  const call = approvedCall({ registered: registeredTool({ contract }), startedAt: 0 });
  return wrapResult(call, output, { agentHints, clock });
}

const options = { strict: false, validateFormats: false };

function accepts(schema: JsonSchema, ...values: readonly (JsonValue | undefined)[]): boolean {
  const { $schema } = schema;
  const isOld = typeof $schema === "string" && $schema.includes("draft-07");
  const validate = (isOld ? new Ajv(options) : new Ajv2020(options)).compile(schema);
  return values.every((value) => validate(value));
}

const good: CheckedResult = {
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
  isError: false,
};

const tree: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
  required: ["name"],
};

/** Typical output schemas of servers, each with a valid value. */
const kept: readonly (readonly [schema: JsonSchema, value: JsonValue])[] = [
  [{ type: "object", properties: { a: { type: "number" } }, required: ["a"] }, { a: 1 }],
  [{ type: "array", items: { type: "string" } }, ["x"]],
  [{ type: "string" }, "x"],
  [{}, { anything: [1] }],
  [
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { at: { $ref: "#/definitions/point" } },
      definitions: { point: { type: "object", required: ["x"] } },
    },
    { at: { x: 1 } },
  ],
  [{ type: "null" }, null],
  [{ type: ["object", "null"], required: ["a"] }, null],
  [tree, { name: "a", children: [{ name: "b", children: [] }] }],
  [
    {
      $defs: { a: { type: "integer" }, b: { $ref: "#/$defs/a" } },
      type: "object",
      properties: { n: { $ref: "#/$defs/b" }, $ref: { type: "string" } },
    },
    { n: 3, $ref: "x" },
  ],
  [{ enum: [{ $ref: "#/nowhere" }, 2] }, { $ref: "#/nowhere" }],
  [{ $anchor: "top", type: "object", properties: { a: { $ref: "#top" } } }, { a: {} }],
];

describe("the envelope of a server's tool", () => {
  it.each(kept)("is published as it is answered: %j", { timeout: 10_000 }, (schema, value) => {
    const published = envelopeSchema(schema);
    const answered = wrap({ content: [], structuredContent: value, isError: false }, schema);
    const failed = wrap({ content: [], isError: true }, schema);

    expect(accepts(published, answered.structuredContent, failed.structuredContent)).toBe(true);
  });

  it("is published no wider than the tool promises", () => {
    const wrong = wrap({ content: [], structuredContent: { name: 1 }, isError: false }, tree);

    expect(accepts(envelopeSchema(tree), wrong.structuredContent)).toBe(false);
    expect(accepts(envelopeSchema({}), { data: 1 })).toBe(false);
  });

  it("holds any result of a tool, and is complete", () => {
    const envelope = toolResultSchema(z.unknown());
    const json = fc.jsonValue().map((value) => parseJson(JSON.stringify(value)));

    fc.assert(
      fc.property(json, fc.boolean(), (structuredContent, isError) => {
        const wrapped = wrap({ content: [], structuredContent, isError });

        expect(envelope.safeParse(wrapped.structuredContent).error).toBeUndefined();
        expect(wrapped.isError).toBe(isError);
        expect(wrapped.content).toEqual([
          { type: "text", text: JSON.stringify(wrapped.structuredContent) },
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps additional content, but no duplicate", () => {
    const image = { type: "image", data: "AA==", mimeType: "image/png" };
    const words = { type: "text", text: "It is warm." };

    const { content } = wrap({ ...good, content: [...good.content, image, words] });

    expect(content.slice(1)).toEqual([image, words]);
  });

  it("reports a failure without its text", () => {
    const text = { type: "text", text: "disk full" };

    const { content, structuredContent } = wrap({ content: [text], isError: true });

    expect(content[1]).toEqual(text);
    expect(structuredContent).toMatchObject({ data: null, error: { code: "tool-failed" } });
    expect(JSON.stringify(structuredContent)).not.toContain("disk full");
  });

  it("contains the blocks of a tool without structured content", () => {
    const words = { type: "text", text: "It is warm." };

    const { structuredContent } = wrap({ content: [words], isError: false });

    expect(structuredContent).toMatchObject({ data: { content: [words] } });
  });

  it("omits malformed ids", () => {
    const call = approvedCall({ traceId: "x" });

    const wrapped = wrapResult(call, good, { agentHints, clock });

    expect(metadataIn(wrapped)).not.toHaveProperty("traceId");
    expect(metadataIn(wrapped)).toMatchObject({ cached: false });
  });
});

function metadataIn({ structuredContent }: CheckedResult): JsonObject {
  const metadata = isJsonObject(structuredContent) ? structuredContent["metadata"] : undefined;
  return isJsonObject(metadata) ? metadata : {};
}

describe("an envelope from the cache", () => {
  it("is marked in both forms, with the ids of the call that reads it", () => {
    const traceId = "11111111-2222-4333-8444-555555555555";

    const cached = asCached(withoutRepeats(wrap(good)), approvedCall({ traceId }), ofReader);

    expect(metadataIn(cached)).toMatchObject({ cached: true, traceId });
    expect(cached.content).toEqual([
      { type: "text", text: JSON.stringify(cached.structuredContent) },
    ]);
  });

  it("gets only metadata that its contract declares, and loses the ids of the earlier call", () => {
    const anonymous = approvedCall({ traceId: "x" });

    const undeclared = asCached(wrap(good), approvedCall(), new Set());
    const unnamed = asCached(wrap(good), anonymous, ofReader);

    expect(metadataIn(undeclared)).toEqual(metadataIn(wrap(good)));
    expect(metadataIn(unnamed)).not.toHaveProperty("traceId");
  });

  it("leaves a result without an envelope unchanged", () => {
    expect(asCached(good, approvedCall(), ofReader)).toBe(good);
  });
});

describe("createPresent", () => {
  it("shows the envelope's schema if it is on, and the tool itself otherwise", () => {
    const present = createPresent((server) => (server === "crm" ? "envelope" : "meta"));
    const tool = { name: "a", outputSchema: { type: "object" } };

    expect(present("web", tool)).toBe(tool);
    expect(present("crm", tool)).toEqual({
      name: "a",
      outputSchema: envelopeSchema({ type: "object" }),
    });
    expect(present("crm", { name: "a" })).toEqual({ name: "a" });
  });
});
