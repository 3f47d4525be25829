import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issuesOf, sentenceOf } from "./issues.ts";

function messages(schema: z.ZodType, value: unknown): readonly string[] {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error === undefined ? [] : issuesOf(error).map(({ message }) => message);
}

describe("issuesOf", () => {
  it.each([
    [z.string(), 1, "Expected text, got a number."],
    [z.number(), "x", "Expected a number, got text."],
    [z.boolean(), null, "Expected true or false, got null."],
    [z.array(z.string()), {}, "Expected a list, got an object."],
    [z.object({}), [], "Expected an object, got a list."],
    [z.string(), undefined, "Expected text, got nothing."],
    [z.int(), 1.5, "Expected a whole number, got a number."],
    [z.string().min(2), "a", "Expected at least 2 characters."],
    [z.string().max(2), "abc", "Expected at most 2 characters."],
    [z.string().length(2), "abc", "Expected exactly 2 characters."],
    [z.array(z.string()).min(1), [], "Expected at least 1 items."],
    [z.number().gt(2), 2, "Expected more than 2."],
    [z.number().lt(2), 2, "Expected less than 2."],
    [z.number().multipleOf(5), 3, "Expected a multiple of 5."],
    [z.enum(["a", "b"]), "c", 'Expected one of "a", "b".'],
    [z.literal("a"), "c", 'Expected "a".'],
    [z.enum(["x".repeat(60)]), "c", "Expected (a longer text)."],
    [z.uuid(), "c", "Expected a UUID."],
    [z.string().regex(/^a$/), "c", "Expected text of the declared form."],
    [z.union([z.string(), z.number()]), true, "Expected exactly one of the allowed forms."],
    [z.record(z.string().max(1), z.number()), { ab: 1 }, "Expected keys of the declared form."],
    [z.strictObject({}), { ok: 1 }, 'Expected only known keys, got "ok".'],
    [z.strictObject({}), { "a b": 1 }, "Expected only known keys, got one that is no usual name."],
    [z.string().refine(() => false, "Expected a palindrome."), "ab", "Expected a palindrome."],
    [z.string().refine(() => false, "two\nlines"), "ab", "Expected a value that the tool allows."],
  ])("reports issues in our own wording %#", (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message]);
  });

  it("points at the place and omits untrusted key names", () => {
    const schema = z.record(z.string(), z.array(z.string()));
    const { error } = schema.safeParse({ good: [1], "4111 1111": [1] });

    expect(error && issuesOf(error).map(({ pointer }) => pointer)).toEqual(["/good/0", "/(key)/0"]);
  });

  it("reports the issues of the intended union member if only one can be meant", () => {
    const schema = z.object({
      by: z.union([z.string(), z.strictObject({ id: z.object({ n: z.int() }) })]),
    });
    const { error } = schema.safeParse({ by: { id: { n: "x" } } }, { reportInput: true });

    expect(error && issuesOf(error)).toEqual([
      { pointer: "/by/id/n", message: "Expected a number, got text." },
    ]);
  });

  it("limits a sentence to ten issues", () => {
    const issues = Array.from({ length: 12 }, () => ({ pointer: "", message: "No." }));

    expect(sentenceOf(issues)).toBe(`${"/: No. ".repeat(10)}and 2 more.`);
    expect(sentenceOf([])).toBe("");
  });
});
