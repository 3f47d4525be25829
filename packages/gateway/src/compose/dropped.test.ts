import { expect, it } from "vitest";
import { createLogger } from "../telemetry/logger.ts";
import { createDropped } from "./dropped.ts";

function setUp() {
  const lines: string[] = [];
  const logger = createLogger(({ level, sentence }) => void lines.push(`${level}: ${sentence}`));
  return { lines, ...createDropped("crm", logger) };
}

it("logs a dropped tool once, however often it is listed", () => {
  const { lines, dropped } = setUp();

  dropped({ kind: "tool", name: "a" });
  dropped({ kind: "tool", name: "b" });
  dropped({ kind: "tool", name: "a" });

  expect(lines).toEqual([
    "warning: Tool 'a' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
    "warning: Tool 'b' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
  ]);
});

it("counts excess messages of a server and logs the total at the end", () => {
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

it("logs nothing at the end if nothing was dropped", () => {
  const { lines, tellRest } = setUp();

  tellRest();

  expect(lines).toEqual([]);
});

it("limits the length and the number of logged names", () => {
  const { lines, dropped } = setUp();

  for (let n = 0; n < 2_000; n += 1) dropped({ kind: "tool", name: `${n}${"x".repeat(9_999)}` });

  expect(lines).toHaveLength(500);
  expect(lines[0]?.length).toBeLessThan(400);
});
