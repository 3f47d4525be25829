import { describe, expect, it } from "vitest";
import type { Effect } from "../contract/contract.ts";
import type { Role } from "../contract/flow.ts";
import type { JsonObject } from "../contract/json.ts";
import { contract } from "../testing/contract.ts";
import { argumentGuesses } from "./argument-guesses.ts";

/** Guesses for one argument of a tool with an unhelpful name. */
function guess(name: string, schema: JsonObject, effect: Effect = "write") {
  const input = { type: "object", properties: { [name]: schema } };
  const [found] = argumentGuesses(contract({ name: "do-thing", effect, terms: {}, input }));
  return found && [found.role, found.kind];
}

const text = { type: "string" };
const number = { type: "number" };

describe("the role of an argument of a tool that changes something", () => {
  it.each<[string, Role, string | undefined]>([
    ["to", "destination", undefined],
    ["toAddress", "destination", undefined],
    ["recipients", "destination", undefined],
    ["email", "destination", "email"],
    ["user_email", "destination", "email"],
    ["webhook_url", "destination", "url"],
    ["IBAN", "destination", "iban"],
    ["channel", "destination", undefined],
    ["channel_id", "destination", "channel-id"],
    ["phoneNumber", "destination", "phone"],
    ["file_path", "destination", "path"],
    ["invitees", "destination", undefined],
    ["file_id", "target", "file-id"],
    ["orderIds", "target", "order-id"],
    ["id", "target", "thing-id"],
    ["user", "target", undefined],
    ["thing", "target", undefined],
    ["password", "credential", undefined],
    ["access_token", "credential", undefined],
    ["role", "privilege", undefined],
    ["access_level", "privilege", undefined],
    ["body", "content", undefined],
    ["email_subject", "content", undefined],
    ["query", "query", undefined],
    ["sql", "code", undefined],
    ["source_code", "code", undefined],
    ["total_price", "amount", undefined],
  ])("is guessed by the name %s: %s %s", (name, role, kind) => {
    expect(guess(name, text)).toEqual([role, kind]);
  });

  it.each([
    "country_code",
    "page_token",
    "date_to",
    "url_count",
    "city",
    "public_key_type",
    "author",
  ])("is not guessed by the name %s", (name) => {
    expect(guess(name, text)).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ["format", { format: "email" }, "email"],
    ["format of items", { type: "array", items: { format: "uri" } }, "url"],
    ["pattern", { ...text, pattern: "^[a-z.]+@[a-z.]+$" }, "email"],
    ["pattern of accounts", { ...text, pattern: "^[A-Z]{2}\\d{2}[A-Z0-9]{10,30}$" }, "iban"],
    ["description", { ...text, description: "The email address of the person" }, "email"],
    ["nullable form", { anyOf: [{ format: "uri" }, { type: "null" }] }, "url"],
  ])("is guessed by its %s", (_, schema, kind) => {
    expect(guess("x", schema)).toEqual(["destination", kind]);
  });

  it("is no address where the schema lists the values, or they are dates or switches", () => {
    expect(guess("channel", { enum: ["sms", "mail"] })).toBeUndefined();
    expect(guess("to", { type: "string", format: "date" })).toBeUndefined();
    expect(guess("email", { type: "boolean" })).toBeUndefined();
  });

  it.each<[string, Role]>([
    ["account", "destination"],
    ["user_id", "target"],
    ["amount", "amount"],
  ])("is guessed for the number %s", (name, role) => {
    expect(guess(name, number)?.[0]).toBe(role);
  });

  it("is guessed for a switch that grants something", () => {
    expect(guess("is_admin", { type: "boolean" })).toEqual(["privilege", undefined]);
  });

  it("has no guess where the contract states it", () => {
    expect(guess("to", { ...text, "x-role": "own-data" })).toBeUndefined();
  });
});

describe("the role of an argument of a tool that reads", () => {
  it.each<[string, Role, string | undefined]>([
    ["url", "destination", "url"],
    ["hostname", "destination", "host"],
    ["callback", "destination", "url"],
    ["recipients", "destination", undefined],
    ["email", "identifier", "email"],
    ["account", "identifier", undefined],
    ["path", "identifier", "path"],
    ["file_id", "identifier", "file-id"],
  ])("is guessed by the name %s: %s %s", (name, role, kind) => {
    expect(guess(name, text, "read")).toEqual([role, kind]);
  });

  it.each(["role", "to", "user"])("is not guessed by the name %s", (name) => {
    expect(guess(name, text, "read")).toBeUndefined();
  });
});

it("takes time in proportion to a long name and description", () => {
  const schema = { ...text, description: "path of ".repeat(100_000) };

  expect(guess("a_".repeat(100_000), schema)).toBeDefined();
});
