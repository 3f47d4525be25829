import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env, pid } from "node:process";
import { catalog } from "@toolcourt/contracts/internal/errors/catalog";
import { lastsMs } from "@toolcourt/gateway/internal/governance/approvals/binding";
import { events } from "@toolcourt/gateway/internal/telemetry/events";
import { declaredMetrics } from "@toolcourt/gateway/internal/telemetry/metrics/declared";
import { openFolder } from "@toolcourt/testing/folder";
import { spoken } from "@toolcourt/testing/lanes";
import { readScrape } from "@toolcourt/testing/scrape";
import { findPrometheus } from "@toolcourt/testing/services/find-prometheus";
import { runProgram } from "@toolcourt/testing/services/run-program";
import { startServer } from "@toolcourt/testing/services/start-server";
import { openServing } from "@toolcourt/testing/serving";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readNames } from "./promql.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}
interface Panel {
  readonly title: string;
  readonly targets?: readonly Target[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  /** Such as `5m`. */
  readonly for: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** Reads a file of this repository, whose shape is known: JSON is YAML too. */
async function parsed<Shape>(path: string): Promise<Shape> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape fails below
  return parse(await read(path)) as Shape;
}

const dashboard = await parsed<{ readonly panels: readonly Panel[] }>(
  "deploy/grafana/dashboards/toolcourt.json",
);
const { groups } = await parsed<{
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}>("deploy/prometheus/rules.yml");
const rules = groups.flatMap((group) => group.rules);
const targets = dashboard.panels.flatMap(({ title, targets: all = [] }) =>
  all.map(({ expr, legendFormat }) => ({ place: title, expr, shown: legendFormat })),
);
const alerts = rules.map(({ alert, expr, annotations }) => {
  return { place: alert, expr, shown: annotations.summary };
});
const all = [...targets, ...alerts];

/** Series that Prometheus makes itself, and labels that it adds to ours. */
const itsOwn = new Map([["up", new Set<string>()]]);
const added = ["job", "instance"];

/** Every series that the gateway can have, with its labels. */
const known = new Map<string, ReadonlySet<string>>([...itsOwn, ...declared()]);

function* declared(): Generator<[string, ReadonlySet<string>]> {
  for (const [name, { kind, labels }] of Object.entries(declaredMetrics)) {
    const own = new Set<string>(labels);
    if (kind === "counter" || kind === "gauge") yield [name, own];
    else yield* [`${name}_count`, `${name}_sum`].map((each): [string, Set<string>] => [each, own]);
    if (kind === "histogram") yield [`${name}_bucket`, new Set([...own, "le"])];
  }
}

/** Returns what an expression or its text uses and the gateway does not have. */
function missingIn(expr: string, shown: string): readonly string[] {
  const { metrics, grouping } = readNames(expr);
  const labels = new Set([
    ...added,
    ...metrics.flatMap(({ name }) => [...(known.get(name) ?? [])]),
  ]);
  const inText = [...shown.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(
    ([, name = ""]) => name,
  );
  return [
    ...(metrics.length === 0 ? ["any metric"] : []),
    ...metrics.flatMap((used) => [
      ...(known.has(used.name) ? [] : [used.name]),
      ...used.labels.filter((label) => !added.includes(label) && !known.get(used.name)?.has(label)),
    ]),
    ...[...grouping, ...inText].filter((label) => !labels.has(label)),
  ];
}

/** Returns the values that expressions compare a label with. */
function valuesOf(label: string): readonly string[] {
  const compared = new RegExp(`[{,]${label}[=!]~?"([^"]*)"`, "g");
  return all
    .flatMap(({ expr }) => [...expr.matchAll(compared)])
    .flatMap(([, values = ""]) => values.split("|"));
}

describe("the reader of expressions", () => {
  it.each([
    ["sum by (tool) (rate(toolcourt_gone_total[5m]))", "", ["toolcourt_gone_total", "tool"]],
    ['toolcourt_ready{color="red"} == 0', "", ["color"]],
    ["max by (person) (toolcourt_ready)", "", ["person"]],
    ["toolcourt_ready", "{{tool}}", ["tool"]],
    ["tool_usage", "", ["tool_usage"]],
    ["1 + 1", "", ["any metric"]],
  ])("finds what is missing in %s", (expr, shown, missing) => {
    expect(missingIn(expr, shown)).toEqual(missing);
  });
});

describe("panels and alerts", () => {
  it.each(all)("use metrics and labels that exist: $place", ({ expr, shown }) => {
    expect(missingIn(expr, shown)).toEqual([]);
  });

  it("name codes and events that exist", () => {
    const codes = [...Object.keys(catalog), "tool-failed", "gateway-failed"];

    expect(valuesOf("code").filter((code) => !codes.includes(code))).toEqual([]);
    expect(valuesOf("event").filter((event) => !(event in events))).toEqual([]);
  });

  it("lead each alert to a section that exists", async () => {
    const page = await read("docs/observability.md");
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    const links = rules.map(({ annotations }) => annotations.runbook_url.split("#"));

    expect(links.filter(([url]) => url?.endsWith("/docs/observability.md") !== true)).toEqual([]);
    expect(links.filter(([, anchor = ""]) => !anchors.includes(anchor))).toEqual([]);
  });

  it("tell of a request for approval before the shortest one expires", () => {
    const { expr = "", for: kept = "" } =
      rules.find(({ alert }) => alert === "ToolcourtApprovalsWait") ?? {};
    const [, seconds] = /> (\d+)$/.exec(expr) ?? [];
    const [, minutes] = /^(\d+)m$/.exec(kept) ?? [];

    expect((Number(seconds) + Number(minutes) * 60) * 1_000).toBeLessThan(
      Math.min(...Object.values(lastsMs)),
    );
  });

  it("are tested with a case that fires and one that does not, for each alert", async () => {
    const { tests } = await parsed<{ readonly tests: readonly { readonly name: string }[] }>(
      "deploy/prometheus/rules.test.yml",
    );

    expect(tests.map(({ name }) => name).toSorted()).toEqual(
      rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} quiet`]).toSorted(),
    );
  });
});

const found = await findPrometheus();

describe.skipIf(found.missing !== undefined)(`Prometheus (${found.missing ?? "there"})`, () => {
  const { prometheus, promtool } =
    found.missing === undefined ? found : { prometheus: "", promtool: "" };

  it("accepts the rules, and each alert fires and stays quiet as its cases say", async () => {
    const file = join(root, "deploy/prometheus/rules.test.yml");

    await expect(
      runProgram({ command: promtool, args: ["test", "rules", file] }),
    ).resolves.toContain("SUCCESS");
    const config = join(root, "deploy/prometheus/prometheus.yml");
    await expect(
      runProgram({ command: promtool, args: ["check", "config", config] }),
    ).resolves.toContain(`${rules.length} rules found`);
  });

  it("scrapes a gateway, and answers every panel", { timeout: 60_000 }, async () => {
    await using gateway = await openGateway();
    const page = readScrape(await (await fetch(gateway.metrics)).text());
    const undeclared = page.series.filter(({ name, labels }) => {
      const own = known.get(name);
      return own === undefined || Object.keys(labels).some((label) => !own.has(label));
    });
    await using server = await openPrometheus(prometheus, gateway.metrics);
    const calls = 'sum by (status) (toolcourt_calls_total{job=~".*"})';
    await expect
      .poll(() => server.query(calls), { timeout: 30_000, interval: 200 })
      .toMatchObject([{ metric: { status: "answered" }, value: [expect.any(Number), "2"] }]);
    const failed: string[] = [];
    const asked = targets.map(({ expr, place }) =>
      server.query(filled(expr)).catch(() => failed.push(place)),
    );
    await Promise.all(asked);

    expect(undeclared).toEqual([]);
    expect(page.valueOf("toolcourt_store_unreachable")).toBe(0);
    expect(page.valueOf("toolcourt_approvals_pending")).toBe(0);
    expect(failed).toEqual([]);
    expect(await server.query("toolcourt_ready")).toMatchObject([
      { value: [expect.anything(), "1"] },
    ]);
  });
});

/** Fills in the variables of Grafana. */
function filled(expr: string): string {
  return expr.replaceAll("$__rate_interval", "1m").replaceAll(/\$(?:job|instance)/g, ".*");
}

async function openGateway() {
  const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
  const config = {
    toolbox: { local: ["workspace"], tools },
    stores: { url: "sqlite:state.db" },
    telemetry: { metrics: { port: 0 } },
  };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  const serving = await openServing(folder.path);
  const call = { name: "hello", arguments: {} };
  for (const _ of [1, 2]) {
    await fetch(serving.url, spoken("tools/call", call, { era: "modern", lane: "fast" }));
  }
  const metrics = /Metrics are at (http\S+)/.exec(serving.printed.join("\n"))?.[1] ?? "";
  return {
    metrics,
    [Symbol.asyncDispose]: async () => {
      await serving[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function openPrometheus(command: string, metrics: string) {
  const folder = await openFolder({});
  const target = new URL(metrics).host;
  const job = { job_name: "toolcourt", static_configs: [{ targets: [target] }] };
  const config = { global: { scrape_interval: "1s" }, scrape_configs: [job] };
  await writeFile(join(folder.path, "prometheus.yml"), JSON.stringify(config));
  const port = 20_000 + (pid % 20_000);
  const running = await startServer({
    command,
    args: [
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=data",
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    folder: folder.path,
    env,
    ready: "Server is ready to receive web requests",
    signal: "KILL",
  });
  return {
    query: async (expr: string): Promise<unknown> => {
      const url = new URL(`http://127.0.0.1:${port}/api/v1/query`);
      url.searchParams.set("query", expr);
      const answer: unknown = await (await fetch(url)).json();
      expect(answer).toMatchObject({ status: "success" });
      return isAnswer(answer) ? answer.data.result : undefined;
    },
    [Symbol.asyncDispose]: () => running.end(),
  };
}

interface Answer {
  readonly data: { readonly result: unknown };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "data" in value;
}
