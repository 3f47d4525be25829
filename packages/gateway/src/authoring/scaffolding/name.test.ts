import { describe, expect, it } from "vitest";
import { readServerName, readToolName } from "./name.ts";

describe("the name of a tool", () => {
  it.each([
    ["get-card", { variable: "getCard", verb: "get", thing: "card" }],
    ["create-card-v2", { variable: "createCardV2", verb: "create", thing: "card" }],
    ["get-card-by-id", { variable: "getCardById", verb: "get", thing: "card" }],
    ["list-open-orders", { variable: "listOpenOrders", verb: "list", thing: "open-orders" }],
    ["look-up-word", { variable: "lookUpWord", verb: "look", thing: "up-word" }],
  ])("is read: %s", (given, parts) => {
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
  ])("is refused with what to do instead: %j", (given) => {
    const reading = readToolName(given);

    expect(reading.kind === "refused" ? reading.problem : "").toMatch(/^[A-Z].+\.$/);
  });
});

describe("the name of a server", () => {
  it.each(["weather", "todo-list", "crm2"])("is read: %s", (given) => {
    expect(readServerName(given)).toEqual({ kind: "name", name: given });
  });

  it.each(["", "Weather", "a b", "..", "/tmp", "-x", "local", "zod", "a".repeat(60)])(
    "is refused: %j",
    (given) => {
      expect(readServerName(given)).toMatchObject({ kind: "refused" });
    },
  );
});
