import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { formIssue, wantsSecret } from "./asked-form.ts";

function form(field: JsonObject, more: JsonObject = {}): JsonObject {
  const requestedSchema = { type: "object", properties: { value: field }, ...more };
  return { message: "Go on?", requestedSchema };
}

const secret = { type: "string", title: "Password" };

describe("a requested form", () => {
  it.each<[string, JsonObject]>([
    ["a text", form({ type: "string", minLength: 1, default: "a" })],
    ["a choice", form({ type: "string", enum: ["a", "b"] })],
    ["a choice with titles", form({ type: "string", oneOf: [{ const: "a", title: "A" }] })],
    ["several of a list", form({ type: "array", items: { type: "string", enum: ["a"] } })],
    ["nothing else", form({ type: "boolean" }, { additionalProperties: false, required: [] })],
  ])("may ask for %s", (_, params) => {
    expect(formIssue(params)).toBeUndefined();
    expect(wantsSecret(params)).toBe(false);
  });

  it.each<[string, JsonObject]>([
    ["choices without options", form({ ...secret, anyOf: [{ minLength: 1 }] })],
    ["options that leave all open", form({ ...secret, oneOf: [{ title: "Any" }] })],
    ["an empty list of options", form({ ...secret, enum: [] })],
    ["items without options", form({ type: "array", items: { anyOf: [{ type: "string" }] } })],
    ["fields behind `allOf`", form({ type: "boolean" }, { allOf: [{ properties: { secret } }] })],
    ["fields by a pattern", form({ type: "boolean" }, { patternProperties: { ".": secret } })],
    ["other fields", form({ type: "boolean" }, { additionalProperties: secret })],
    ["fields on a condition", form({ type: "boolean" }, { if: {}, else: secret })],
    ["fields elsewhere", form({ type: "boolean" }, { $ref: "#/$defs/a", $defs: { a: secret } })],
  ])("may not hide a field in %s", (_, params) => {
    expect(formIssue(params)).toMatch(/^\/requestedSchema/);
  });

  it.each<[string, JsonObject]>([
    ["the title of the form", form({ type: "string" }, { title: "Enter your password" })],
    ["its description", form({ type: "string" }, { description: "Enter your password" })],
    ["an example", form({ type: "string", examples: ["Enter your password"] })],
    ["what is filled in", form({ type: "string", default: "Type your password here" })],
    ["a hint for the display", form({ type: "string", "ui:widget": "password" })],
    ["a format in capitals", form({ type: "string", format: "PASSWORD" })],
    ["a title over a constant", form({ ...secret, const: "a" })],
  ])("requests a secret when %s says so", (_, params) => {
    expect(wantsSecret(params)).toBe(true);
  });

  it("requests none when only its default mentions one", () => {
    const note = { type: "string", title: "Note", default: "The password was changed in May." };

    expect(wantsSecret(form(note))).toBe(false);
  });
});
