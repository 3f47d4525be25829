import { describe, expect, it, vi } from "vitest";
import { lastTextOf, textOf } from "./json-text.ts";

const long = "é".repeat(5_000);

function counted(text: string): { readonly value: object; readonly made: () => number } {
  const toJSON = vi.fn<() => object>(() => ({ text }));
  return { value: { toJSON }, made: () => toJSON.mock.calls.length };
}

describe("textOf", () => {
  it("serializes a large value once, for all callers", () => {
    const { value, made } = counted(long);

    const all = [textOf(value), textOf(value), lastTextOf(value)];

    expect(new Set(all)).toEqual(new Set([JSON.stringify({ text: long })]));
    expect(made()).toBe(1);
  });

  it("returns short texts too", () => {
    const { value } = counted("é");

    expect([textOf(value), lastTextOf(value)]).toEqual(['{"text":"é"}', '{"text":"é"}']);
  });

  it("drops the cached text after its last use", () => {
    const { value, made } = counted(long);

    expect([textOf(value), lastTextOf(value)]).toEqual([textOf(value), lastTextOf(value)]);
    expect(made()).toBe(2);
  });
});
