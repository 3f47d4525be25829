import {
  type ReceivedResult,
  readResult,
} from "@toolcourt/gateway/internal/pipeline/stages/received-result";
import type { JsonObject } from "@toolcourt/sdk";
import { contract } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { contradictingText, disagreementIn, jsonInText } from "./disagreement.ts";

const weather = contract({
  output: { type: "object", properties: { celsius: { type: "number" } }, required: ["celsius"] },
});

function received(raw: JsonObject): ReceivedResult {
  const reading = readResult(raw);
  if (reading.kind === "shapeless") throw new Error(reading.issue);
  return reading.result;
}

function disagrees(structuredContent: JsonObject, isError?: boolean): boolean {
  const raw = { content: [], structuredContent, ...(isError !== undefined && { isError }) };
  return disagreementIn(received(raw), weather) !== undefined;
}

describe("disagreementIn", () => {
  it.each([
    [{ data: null, error: { code: "not-found" } }, undefined],
    [{ error: "no" }, false],
    [{ success: false, error: "no", id: 3 }, undefined],
    [{ celsius: 21 }, true],
    [{ success: true, celsius: 21 }, true],
    [{ data: { celsius: 21 }, agentHints: {} }, true],
  ])("finds a disagreement in %j with isError %s", (structured, isError) => {
    expect(disagrees(structured, isError)).toBe(true);
  });

  it.each([
    [{ celsius: 21 }, undefined],
    [{ celsius: null }, true],
    [{ data: null, error: { code: "not-found" } }, true],
    [{ job: 3, status: "failed", error: "disk full" }, false],
    [{ ok: false }, false],
    [{ celsius: 0, status: "unknown" }, true],
  ])("finds no disagreement in %j with isError %s", (structured, isError) => {
    expect(disagrees(structured, isError)).toBe(false);
  });
});

function text(said: string, structuredContent: JsonObject): number | undefined {
  return contradictingText(
    received({ content: [{ type: "text", text: said }], structuredContent }),
  );
}

describe("contradictingText", () => {
  it("finds JSON text that differs from the structured content", () => {
    expect(text('{"celsius":20}', { celsius: 21 })).toBe(0);
  });

  it("accepts text that repeats the structured content, a part of it, or is not JSON", () => {
    const found = [
      text('{ "b": 2, "a": 1 }', { a: 1, b: 2 }),
      text("[1]", { items: [1], next: null }),
      text('{"a":1}', { content: '{"a":1}' }),
      text("21 degrees", { celsius: 21 }),
    ];

    expect(found).toEqual([undefined, undefined, undefined, undefined]);
  });
});

it("jsonInText parses a text that is JSON", () => {
  expect([jsonInText('{"a":[1]}'), jsonInText("plain words"), jsonInText("")]).toEqual([
    { a: [1] },
    undefined,
    undefined,
  ]);
});

it("jsonInText returns undefined for JSON too deep to walk", () => {
  const deep = 20_000;

  expect(jsonInText("[".repeat(deep) + "]".repeat(deep))).toBeUndefined();
});
