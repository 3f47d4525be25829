import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { hostFieldsOf } from "./host-fields.ts";

const secret = { type: "string", "x-host-injected": true };
const login = { type: "object", properties: { user: { type: "string" }, password: secret } };

function find(input: JsonObject, given: JsonObject): string | undefined {
  return hostFieldsOf(input)?.find(given);
}

describe("hostFieldsOf", () => {
  const given = { login: { user: "ada", password: "mine" } };

  it.each<[pointer: string, input: JsonObject, given: JsonObject]>([
    ["/password", { properties: { password: secret } }, { password: 1 }],
    ["/login/password", { properties: { login } }, given],
    [
      "/list/1/password",
      { properties: { list: { items: login } } },
      { list: [{}, { password: "" }] },
    ],
    ["/login/password", { additionalProperties: login }, given],
    ["/login/password", { patternProperties: { "^l": login } }, given],
    ["/login/password", { anyOf: [{ properties: { login } }, {}] }, given],
    ["/login/password", { if: {}, else: { properties: { login } } }, given],
    [
      "/login/password",
      { properties: { login: { $ref: "#/$defs/a" } }, $defs: { a: login } },
      given,
    ],
    ["/a", { properties: { a: { $ref: "#/$defs/secret" } }, $defs: { secret } }, { a: "mine" }],
    [
      "/next/password",
      { properties: { next: { $ref: "#" }, password: secret } },
      { next: { password: 1 } },
    ],
  ])("finds a field at %s of %j", (pointer, input, said) => {
    expect(find(input, said)).toBe(pointer);
  });

  it("ignores the same name at another place", () => {
    const input = { properties: { login, form: { properties: { password: {} } } } };

    expect(find(input, { form: { password: "the policy" }, password: 1 })).toBeUndefined();
  });

  it.each([{}, { properties: { a: { "x-host-injected": false } } }])(
    "finds none in %j",
    (input) => {
      expect(find(input, { a: 1 })).toBeUndefined();
    },
  );

  it("returns undefined for a schema without host fields", () => {
    expect(hostFieldsOf({ properties: { city: { type: "string" } } })).toBeUndefined();
  });
});
