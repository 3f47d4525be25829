import { describe, expect, it } from "vitest";
import type { Terms } from "../../contract/contract.ts";
import type { JsonObject } from "../../contract/json.ts";
import { remarks } from "../../testing/remarks.ts";
import { metaAnnotationsAgree } from "./annotations-agree.ts";

function pointers(annotations: JsonObject, terms: Terms = {}) {
  const found = remarks(metaAnnotationsAgree, { asReceived: { annotations }, terms });
  return found.map(({ pointer }) => pointer.replace("/asReceived/annotations/", ""));
}

describe("meta/annotations-agree", () => {
  it("reports a query that claims to change something", () => {
    expect(pointers({ readOnlyHint: false }, { category: "query" })).toEqual(["readOnlyHint"]);
    expect(pointers({ destructiveHint: true }, { category: "analysis" })).toEqual([
      "destructiveHint",
    ]);
  });

  it("uses the effect if both are given", () => {
    const terms = { category: "generation", effect: "write" } as const;

    expect(pointers({ readOnlyHint: true }, terms)).toEqual(["readOnlyHint"]);
  });

  it("does not treat a protocol default as a statement", () => {
    expect(pointers({}, { category: "query" })).toEqual([]);
    expect(pointers({ readOnlyHint: true })).toEqual([]);
  });

  it("accepts generated content whether or not it is stored", () => {
    expect(pointers({ readOnlyHint: true }, { category: "generation" })).toEqual([]);
    expect(pointers({ readOnlyHint: false }, { category: "generation" })).toEqual([]);
  });

  it("compares idempotence only for tools with side effects", () => {
    expect(pointers({ idempotentHint: false }, { idempotent: true })).toEqual(["idempotentHint"]);
    expect(pointers({ idempotentHint: false, readOnlyHint: true }, { idempotent: true })).toEqual(
      [],
    );
    expect(pointers({ idempotentHint: true })).toEqual([]);
  });

  it("ignores hints of another type", () => {
    expect(pointers({ readOnlyHint: "true", destructiveHint: true })).toEqual([]);
  });
});
