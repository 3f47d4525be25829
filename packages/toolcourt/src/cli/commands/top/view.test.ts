import { describe, expect, it } from "vitest";
import { quantileOf } from "./quantile.ts";
import { readPage } from "./read-page.ts";
import { type Moment, viewOf } from "./view.ts";

const build = 'toolcourt_build_info{version="1.2.3"} 1';

function moment(at: number, ...lines: readonly string[]): Moment {
  return { at, series: readPage([build, ...lines, ""].join("\n")) ?? [] };
}

function calls(tool: string, count: number): string {
  return `toolcourt_calls_total{tool="${tool}",server="crm",status="answered"} ${count}`;
}

function errors(code: string, count: number): string {
  return `toolcourt_call_errors_total{tool="a",server="crm",class="system",code="${code}"} ${count}`;
}

function bucket(le: string, count: number): string {
  return `toolcourt_call_duration_seconds_bucket{tool="a",server="crm",le="${le}"} ${count}`;
}

describe("readPage", () => {
  it("reads names, labels with escapes, and numbers of every form", () => {
    const page = readPage(`# HELP a b\n${build}\na{b="c\\"d\\\\e\\nf,g}",h="i"} 1.5e+3\nb +Inf\n`);

    expect(
      page?.map(({ name, labels, value }) => [name, Object.fromEntries(labels), value]),
    ).toEqual([
      ["toolcourt_build_info", { version: "1.2.3" }, 1],
      ["a", { b: 'c"d\\e\nf,g}', h: "i" }, 1_500],
      ["b", {}, Number.POSITIVE_INFINITY],
    ]);
  });

  it.each(["", "ready\n", "<html></html>", "go_info 1\n"])(
    "knows what is no gateway: %j",
    (text) => {
      expect(readPage(text)).toBeUndefined();
    },
  );
});

describe("quantileOf", () => {
  const buckets = new Map([
    [0.01, 50],
    [0.1, 90],
    [1, 100],
    [Number.POSITIVE_INFINITY, 100],
  ]);

  it.each([
    [0.25, 5],
    [0.5, 10],
    [0.7, 55],
    [0.99, 910],
  ])("is linear within a bucket: %d", (quantile, ms) => {
    expect(quantileOf(quantile, buckets)).toBe(ms);
  });

  it("is the last boundary for calls above it, and null without calls", () => {
    const slow = new Map([
      [1, 0],
      [Number.POSITIVE_INFINITY, 4],
    ]);

    expect(quantileOf(0.5, slow)).toBe(1_000);
    expect(quantileOf(0.5, new Map())).toBeNull();
    expect(quantileOf(0.5, new Map([[1, 0]]))).toBeNull();
  });
});

describe("viewOf", () => {
  it("counts calls and refusals a second, and sorts busy tools first", () => {
    const view = viewOf(
      moment(0, calls("a", 10), calls("b", 10), errors("rate-limited", 1), errors("old", 9)),
      moment(2_000, calls("a", 12), calls("b", 30), errors("rate-limited", 5), errors("old", 9)),
    );

    expect(view).toMatchObject({ version: "1.2.3", callsPerSecond: 11 });
    expect(view.tools.map(({ tool, callsPerSecond }) => [tool, callsPerSecond])).toEqual([
      ["b", 10],
      ["a", 1],
    ]);
    expect(view.refusals).toEqual([
      { code: "rate-limited", perSecond: 2, total: 5 },
      { code: "old", perSecond: 0, total: 9 },
    ]);
  });

  it("shows queues, slots, servers and their breakers", () => {
    const lines = [
      calls("a", 1),
      'toolcourt_calls_running{tool="a"} 2',
      'toolcourt_calls_waiting{tool="a"} 3',
      "toolcourt_slots_used 2",
      "toolcourt_slots_max 10",
      'toolcourt_server_connected{server="crm"} 0',
      'toolcourt_circuit_open{server="crm"} 1',
      'toolcourt_circuits_paused{server="crm"} 4',
      'toolcourt_degraded{part="policy"} 1',
      'toolcourt_degraded{part="keys"} 0',
      "toolcourt_ready 1",
    ];
    const view = viewOf(moment(0, ...lines), moment(1_000, ...lines));

    expect(view).toMatchObject({
      ready: true,
      running: 2,
      waiting: 3,
      slots: { used: 2, max: 10 },
      degraded: ["policy"],
      servers: [{ server: "crm", connected: false, open: true, paused: 4, callsPerSecond: 0 }],
      tools: [{ tool: "a", server: "crm", running: 2, waiting: 3, p50Ms: null }],
    });
  });

  it("takes the latency of calls between both, or of all time without any", () => {
    const before = [calls("a", 4), bucket("0.01", 4), bucket("1", 4), bucket("+Inf", 4)];
    const after = [calls("a", 8), bucket("0.01", 4), bucket("1", 8), bucket("+Inf", 8)];
    const between = viewOf(moment(0, ...before), moment(1_000, ...after));
    const still = viewOf(moment(0, ...before), moment(1_000, ...before));

    expect(between.tools[0]?.p50Ms).toBeCloseTo(505);
    expect(still.tools[0]?.p50Ms).toBe(5);
  });

  it("counts a gateway that started again from zero", () => {
    const view = viewOf(moment(0, calls("a", 100)), moment(1_000, calls("a", 3)));

    expect(view.callsPerSecond).toBe(3);
  });
});
