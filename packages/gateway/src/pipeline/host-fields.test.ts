import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { hostFieldsOf } from "./host-fields.ts";

const secret = { type: "string", "x-host-injected": true };
const login = { type: "object", properties: { user: { type: "string" }, password: secret } };

function find(input: JsonObject, given: JsonObject): string | undefined {
  return hostFieldsOf(input)?.find(given);
}

describe("fields that only the host may fill", () => {
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
  ])("are found at %s of %j", (pointer, input, said) => {
    expect(find(input, said)).toBe(pointer);
  });

  it("are none where the same name is another's", () => {
    const input = { properties: { login, form: { properties: { password: {} } } } };

    expect(find(input, { form: { password: "the policy" }, password: 1 })).toBeUndefined();
  });

  it.each([{}, { properties: { a: { "x-host-injected": false } } }])("are none in %j", (input) => {
    expect(find(input, { a: 1 })).toBeUndefined();
  });

  it("are no schema's that leaves nothing to the host", () => {
    expect(hostFieldsOf({ properties: { city: { type: "string" } } })).toBeUndefined();
  });
});
