import { describe, expect, it } from "vitest";
import { configText, withEntry, withExport } from "./registration.ts";

const getCard = {
  name: "get-card",
  variable: "getCard",
  verb: "get",
  thing: "card",
  effect: "read",
} as const;
const deleteCard = {
  ...getCard,
  name: "delete-card",
  variable: "deleteCard",
  verb: "delete",
  effect: "destroy",
} as const;

describe("the module of all tools", () => {
  it("gets a line more, also where the last one does not end", () => {
    const line = 'export { getCard } from "./tools/get-card.ts";\n';

    expect(withExport("// mine", getCard)).toBe(`// mine\n${line}`);
    expect(withExport("// mine\n", getCard)).toBe(`// mine\n${line}`);
    expect(withExport(undefined, getCard)).toMatch(/^\/\/ Every tool.*\nexport /);
  });
});

describe("the configuration", () => {
  it("gets an entry more, and keeps everything else letter for letter", () => {
    const before = configText("cards", getCard);

    const listing = withEntry(before, deleteCard);

    const entry = "    - name: delete-card\n      server: cards\n      approval: operator\n";
    expect(listing).toEqual({
      kind: "listed",
      text: before.replace("  mcps:\n", `${entry}  mcps:\n`),
    });
  });

  it("is left alone where the tool is listed already", () => {
    expect(withEntry(configText("cards", getCard), getCard)).toEqual({ kind: "unchanged" });
  });

  it.each([
    "toolbox: { mcps: [] }",
    "toolbox: { mcps: [{ name: a, args: [other.ts] }, 7] }",
    "{}",
    "- 1",
    "",
  ])("is left alone where it does not start server.ts: %s", (before) => {
    expect(withEntry(before, getCard)).toEqual({ kind: "unchanged" });
  });

  it("is not touched where it cannot be read", () => {
    expect(withEntry("toolbox: [", getCard)).toEqual({ kind: "unreadable" });
  });
});
