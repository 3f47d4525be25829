import { describe, expect, it, vi } from "vitest";
import { lastTextOf, textOf } from "./json-text.ts";

const long = "é".repeat(5_000);

function counted(text: string): { readonly value: object; readonly made: () => number } {
  const toJSON = vi.fn<() => object>(() => ({ text }));
  return { value: { toJSON }, made: () => toJSON.mock.calls.length };
}

describe("textOf", () => {
  it("makes a long text once, whoever asks and however often", () => {
    const { value, made } = counted(long);

    const all = [textOf(value), textOf(value), lastTextOf(value)];

    expect(new Set(all)).toEqual(new Set([JSON.stringify({ text: long })]));
    expect(made()).toBe(1);
  });

  it("gives short texts too", () => {
    const { value } = counted("é");

    expect([textOf(value), lastTextOf(value)]).toEqual(['{"text":"é"}', '{"text":"é"}']);
  });

  it("has forgotten it when the last one has it", () => {
    const { value, made } = counted(long);

    expect([textOf(value), lastTextOf(value)]).toEqual([textOf(value), lastTextOf(value)]);
    expect(made()).toBe(2);
  });
});
