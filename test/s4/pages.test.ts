import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { events } from "../../packages/gateway/src/telemetry/events.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/modes.md"), "utf8");

it("S4-78: the page on modes warns that a dynamic server must be trusted", () => {
  expect(page).toContain("Use `dynamic` only for servers that you trust");
});

it("the page on modes shows the lines of a start as they are printed", () => {
  const [tool, server, url] = ["…", "…", "…"];

  const lines = [
    `| \`INFO\` | \`${events["tool.defaulted"].sentence({ tool, server })}\` |`,
    `| \`INFO\` | \`${events["tool.discovered"].sentence({ tool, server })}\` |`,
    `| \`WARNING\` | \`${events["server.empty"].sentence({ server, url })}\` |`,
    `| \`WARNING\` | \`${events["tool.removed"].sentence({ tool, server })}\` |`,
  ];
  expect(page.split("\n")).toEqual(expect.arrayContaining(lines));
});
