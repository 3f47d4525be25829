import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { drawView } from "./draw.ts";
import type { View } from "./view.ts";

function tool(name: string, server = "crm") {
  const rates = { callsPerSecond: 1.25, errorsPerSecond: 0, running: 1, waiting: 0 };
  return { tool: name, server, ...rates, p50Ms: 3.21, p99Ms: 1_234 };
}

function view(differences: Partial<View> = {}): View {
  return {
    version: "1.2.3",
    ready: true,
    degraded: [],
    callsPerSecond: 123.4,
    running: 3,
    waiting: 1,
    slots: { used: 3, max: 10 },
    refusals: [{ code: "rate-limited", perSecond: 0.5, total: 7 }],
    servers: [{ server: "crm", connected: true, open: false, paused: 0, callsPerSecond: 2 }],
    tools: [tool("get-forecast")],
    ...differences,
  };
}

const wide = { columns: 80, color: false };

describe("drawView", () => {
  it("draws calls, refusals, servers and tools", () => {
    expect(drawView(view(), wide)).toEqual([
      "toolcourt 1.2.3  ready",
      "calls 123/s  running 3  waiting 1  slots 3/10",
      "",
      "REFUSED OR FAILED  /s   total",
      "rate-limited       0.5  7",
      "",
      "SERVER  state      breaker  paused  calls/s",
      "crm     connected  closed   0       2.0",
      "",
      "TOOL          server  calls/s  errors/s  run  wait  p50     p99",
      "get-forecast  crm     1.3      0.0       1    0     3.2 ms  1.2 s",
    ]);
  });

  it("fits 80 by 24, whatever there is, and says how much it leaves out", () => {
    const many = Array.from({ length: 60 }, (_, index) => index);
    const full = view({
      degraded: many.map(String),
      refusals: many.map((index) => ({ code: `code-${index}`, perSecond: 1, total: 1 })),
      servers: many.map((index) => ({
        server: `server-${index}-${"x".repeat(80)}`,
        connected: false,
        open: true,
        paused: 1,
        callsPerSecond: 0,
      })),
      tools: many.map((index) => tool(`tool-${index}-${"x".repeat(80)}`, "y".repeat(80))),
    });
    const lines = drawView(full, { columns: 80, rows: 24, color: true });
    const plain = lines.map(stripVTControlCharacters);

    expect(lines.length).toBeLessThanOrEqual(24);
    expect(plain.filter((line) => line.length > 80)).toEqual([]);
    expect(plain.filter((line) => line.startsWith("…"))).toEqual([
      "… 56 more",
      "… 56 more",
      expect.stringMatching(/^… 5\d more$/),
    ]);
  });

  it("draws all of them without a limit of rows", () => {
    const tools = Array.from({ length: 60 }, (_, index) => tool(`tool-${index}`));

    expect(drawView(view({ tools }), wide).filter((line) => line.startsWith("tool-"))).toHaveLength(
      60,
    );
  });

  it.each(["\u001b[2J\u001b[31mred", "a\nb", "get\u202ecard", "日本", "\u009b1m"])(
    "escapes the names of servers and tools: %j",
    (name) => {
      const servers = [
        { server: name, connected: true, open: false, paused: 0, callsPerSecond: 0 },
      ];
      const refusals = [{ code: name, perSecond: 0, total: 0 }];
      const named = view({ tools: [tool(name, name)], servers, refusals, version: name });
      const text = drawView(named, wide).join("");

      expect(text.replaceAll("…", "")).toMatch(/^[\x20-\x7e]*$/);
    },
  );

  it("shows in red what is wrong", () => {
    const colored = { ...wide, color: true };
    const [head = ""] = drawView(view({ ready: false, degraded: ["policy"] }), colored);

    expect(stripVTControlCharacters(head)).toBe("toolcourt 1.2.3  not ready  degraded: policy");
    expect(head).toContain("\u001b[31mnot ready");
  });
});
