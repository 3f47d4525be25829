import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { createLogger } from "../telemetry/logger.ts";
import { HealthRecord } from "../upstreams/health.ts";
import { ServerNotices } from "./server-notices.ts";

function setUp({ isTerse = false } = {}) {
  const clock = createFakeClock();
  const lines: string[] = [];
  const logger = createLogger(({ level, sentence }) => void lines.push(`${level}: ${sentence}`));
  const notices = new ServerNotices("crm", logger, { clock, isTerse });
  notices.started();
  return { clock, lines, logger, notices };
}

it("logs a dropped tool once, however often it is listed", () => {
  const { lines, notices } = setUp();

  notices.listeners.dropped?.({ kind: "tool", name: "a" });
  notices.listeners.dropped?.({ kind: "tool", name: "b" });
  notices.listeners.dropped?.({ kind: "tool", name: "a" });

  expect(lines).toEqual([
    "warning: Tool 'a' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
    "warning: Tool 'b' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
  ]);
});

it("counts excess messages of a server and logs the total at the end", () => {
  const { lines, notices } = setUp();

  for (let times = 0; times < 1_500; times += 1) notices.listeners.dropped?.({ kind: "progress" });
  notices.listeners.dropped?.({ kind: "log" });
  const before = [...lines];
  notices[Symbol.dispose]();

  expect(before).toEqual([]);
  expect(lines).toEqual([
    "debug: MCP server 'crm' sent more than callers received: 1,500 reports of progress and 1 lines of its log",
  ]);
});

it("logs nothing at the end if nothing was dropped", () => {
  const { lines, notices } = setUp();

  notices[Symbol.dispose]();

  expect(lines).toEqual([]);
});

it("limits the length and the number of logged names", () => {
  const { lines, notices } = setUp();

  for (let n = 0; n < 2_000; n += 1)
    notices.listeners.dropped?.({ kind: "tool", name: `${n}${"x".repeat(9_999)}` });

  expect(lines).toHaveLength(500);
  expect(lines[0]?.length).toBeLessThan(400);
});

it("logs what the process of a server writes, and its last words", () => {
  const { lines, notices } = setUp();

  notices.listeners.wroteError?.("Error: no row\n    at find (db.js:3:1)\n");
  notices.listeners.ended?.("a".repeat(2_000).concat("out of memory\n"));
  notices.listeners.ended?.("");

  expect(lines).toEqual([
    String.raw`debug: The process of MCP server 'crm' wrote: "Error: no row\n    at find (db.js:3:1)"`,
    expect.stringMatching(
      /^warning: The process of MCP server 'crm' ended and wrote last: "a{987}out of memory"\. Next: toolcourt servers$/,
    ),
    "warning: The process of MCP server 'crm' ended. Next: toolcourt servers",
  ]);
});

it("logs at most a hundred texts of a server in a minute", async () => {
  const { clock, lines, notices } = setUp();
  const write = (times: number): void => {
    for (let at = 0; at < times; at += 1) notices.listeners.wroteError?.("again");
  };

  write(150);
  const inFirst = lines.length;
  await clock.advance(60_000);
  write(1);

  expect([inFirst, lines.length]).toEqual([100, 101]);
});

it("logs no text of a server for cloud discovery", () => {
  const { lines, notices } = setUp({ isTerse: true });

  notices.listeners.wroteError?.("tenant 17");
  notices.listeners.ended?.("tenant 17");

  expect(lines).toEqual([
    "warning: The process of MCP server 'crm' ended. Next: toolcourt servers",
  ]);
});

it("records the end of a process that never answered, and leaves the log to the start", () => {
  const { clock, lines, logger } = setUp();
  const health = new HealthRecord(clock);
  const notices = new ServerNotices("crm", logger, { clock, isTerse: false, health });

  notices.listeners.ended?.("no license");

  expect(lines).toEqual([]);
  expect(health.current().failure?.error).toMatchObject({ cause: { tail: "no license" } });
});

it("leaves stack traces out of the last words", () => {
  const { lines, notices } = setUp();

  notices.listeners.ended?.(
    "Error: no license\n    at start (/srv/app.js:3:1)\n\nNode.js v24.15.0\n",
  );

  expect(lines).toEqual([
    `warning: The process of MCP server 'crm' ended and wrote last: "Error: no license". Next: toolcourt servers`,
  ]);
});
