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

describe("withExport", () => {
  it("adds a line, even after a last line without a line break", () => {
    const line = 'export { getCard } from "./tools/get-card.ts";\n';

    expect(withExport("// mine", getCard)).toBe(`// mine\n${line}`);
    expect(withExport("// mine\n", getCard)).toBe(`// mine\n${line}`);
    expect(withExport(undefined, getCard)).toMatch(/^\/\/ Every tool.*\nexport /);
  });
});

describe("withEntry", () => {
  it("adds an entry, and keeps everything else verbatim", () => {
    const before = configText("cards", getCard);

    const listing = withEntry(before, deleteCard);

    const entry = "    - name: delete-card\n      server: cards\n      approval: operator\n";
    expect(listing).toEqual({
      kind: "listed",
      text: before.replace("  mcps:\n", `${entry}  mcps:\n`),
    });
  });

  it("does nothing if the tool is listed already", () => {
    expect(withEntry(configText("cards", getCard), getCard)).toEqual({ kind: "unchanged" });
  });

  it.each([
    "toolbox: { mcps: [] }",
    "toolbox: { mcps: [{ name: a, args: [other.ts] }, 7] }",
    "{}",
    "- 1",
    "",
  ])("does nothing if the configuration does not start server.ts: %s", (before) => {
    expect(withEntry(before, getCard)).toEqual({ kind: "unchanged" });
  });

  it("does nothing if the configuration is unreadable", () => {
    expect(withEntry("toolbox: [", getCard)).toEqual({ kind: "unreadable" });
  });
});
