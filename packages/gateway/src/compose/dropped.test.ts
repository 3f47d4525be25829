import { expect, it } from "vitest";
import { createLogger } from "../foundation/telemetry/logger.ts";
import { createDropped } from "./dropped.ts";

function setUp() {
  const lines: string[] = [];
  const logger = createLogger(({ level, sentence }) => void lines.push(`${level}: ${sentence}`));
  return { lines, ...createDropped("crm", logger) };
}

it("tells of a tool that was left out, once, however often it is listed", () => {
  const { lines, dropped } = setUp();

  dropped({ kind: "tool", name: "a" });
  dropped({ kind: "tool", name: "b" });
  dropped({ kind: "tool", name: "a" });

  expect(lines).toEqual([
    "warning: Tool 'a' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
    "warning: Tool 'b' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
  ]);
});

it("counts what a server said too much of, and tells it at the end", () => {
  const { lines, dropped, tellRest } = setUp();

  for (let times = 0; times < 1_500; times += 1) dropped({ kind: "progress" });
  dropped({ kind: "log" });
  const before = [...lines];
  tellRest();

  expect(before).toEqual([]);
  expect(lines).toEqual([
    "debug: MCP server 'crm' said more than callers were told: 1,500 reports of progress and 1 lines of its log",
  ]);
});

it("says nothing at the end where nothing was left out", () => {
  const { lines, tellRest } = setUp();

  tellRest();

  expect(lines).toEqual([]);
});

it("does not let a name be of any length, nor as many names as a server likes", () => {
  const { lines, dropped } = setUp();

  for (let n = 0; n < 2_000; n += 1) dropped({ kind: "tool", name: `${n}${"x".repeat(9_999)}` });

  expect(lines).toHaveLength(500);
  expect(lines[0]?.length).toBeLessThan(400);
});
