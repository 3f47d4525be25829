import { expect, it } from "vitest";
import type { ToolEvent } from "../tool/events.ts";
import { logFailures } from "./log-failures.ts";

const facts = { tool: "get-card", version: "1.0.0", traceId: "t", correlationId: "c" };

it("writes a withheld error on one line, with its stack, its causes and the ids", () => {
  const lines: string[] = [];
  const seen: ToolEvent[] = [];
  const observe = logFailures((event) => void seen.push(event), {
    write: (line) => lines.push(line),
    now: () => 0,
  });
  const error = new TypeError("no deck", { cause: new Error("the disk is full") });

  observe({ kind: "tool.threw", ...facts, error });
  observe({ kind: "tool.threw", ...facts, error: "a text" });
  observe({ kind: "call.opened", ...facts, parameterNames: [] });

  expect(seen).toHaveLength(3);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    time: "1970-01-01T00:00:00.000Z",
    level: "error",
    event: "tool.threw",
    ...facts,
  });
  expect(lines[0]).toMatch(/TypeError: no deck\\n +at .*caused by: Error: the disk is full/);
  expect(lines[1]).not.toContain("a text");
});
