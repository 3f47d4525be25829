import { describe, expect, it } from "vitest";
import { effectOfVerb, readServerName, readToolName } from "./name.ts";

describe("readToolName", () => {
  it.each([
    ["get-card", { variable: "getCard", verb: "get", thing: "card" }],
    ["create-card-v2", { variable: "createCardV2", verb: "create", thing: "card" }],
    ["get-card-by-id", { variable: "getCardById", verb: "get", thing: "card" }],
    ["list-open-orders", { variable: "listOpenOrders", verb: "list", thing: "open-orders" }],
    ["look-up-word", { variable: "lookUpWord", verb: "look", thing: "up-word" }],
  ])("accepts: %s", (given, parts) => {
    expect(readToolName(given)).toEqual({ kind: "name", name: { name: given, ...parts } });
  });

  it.each([
    "",
    "hello",
    "getCard",
    "get_card",
    "card-get",
    "create-v2",
    "get-card-",
    "../get-card",
    "get-card\n",
    "get-карта",
    `get-${"a".repeat(60)}`,
    "define-tool",
  ])("refuses with a suggestion: %j", (given) => {
    const reading = readToolName(given);

    expect(reading.kind === "refused" ? reading.problem : "").toMatch(/^[A-Z].+\.$/);
  });
});

describe("readServerName", () => {
  it.each(["weather", "todo-list", "crm2"])("accepts: %s", (given) => {
    expect(readServerName(given)).toEqual({ kind: "name", name: given });
  });

  it.each(["", "Weather", "a b", "..", "/tmp", "-x", "local", "zod", "a".repeat(60)])(
    "refuses: %j",
    (given) => {
      expect(readServerName(given)).toMatchObject({ kind: "refused" });
    },
  );
});

it.each([
  ["get", "read"],
  ["summarize", "read"],
  ["create", "write"],
  ["send", "write"],
  ["delete", "destroy"],
  ["revoke", "destroy"],
])("effectOfVerb classifies %s as %s", (verb, effect) => {
  expect(effectOfVerb(verb)).toBe(effect);
});

it("effectOfVerb never classifies an unknown verb as a read", () => {
  expect(effectOfVerb("frobnicate")).toBe("write");
});
