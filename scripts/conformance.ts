import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { openFixture } from "../test/conformance/fixture/open-fixture.ts";
import { openTaskFixture } from "../test/conformance/fixture/open-task-fixture.ts";
import { readRequired, readSummary, type Scenario } from "../test/conformance/summary.ts";
import { openTurns } from "../test/conformance/turns.ts";
import { openGateway } from "../test/peers/open-gateway.ts";
import { run } from "./run.ts";

// Runs the official suite against our gateway in front of a fixture server, then against our client
// side. `--direct` bypasses the gateway, to see whether a failure is the fixture's. `--server` and
// `--client` run one side alone.

const suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const results = ".cache/conformance";
const flags = new Set(process.argv.slice(2));
// Many short-lived clients run the same sources, so we share a compile cache.
process.env["NODE_COMPILE_CACHE"] ??= resolve(".cache/compiled");
const client = {
  program: "test/conformance/client/client.ts",
  waitTurn: "test/conformance/wait-turn.ts",
  expectedFailures: "test/conformance/client/expected-failures.yml",
};

interface Run {
  readonly side: "server" | "client";
  readonly revision: "2026-07-28" | "2025-11-25";
  /** Scenarios that the suite runs without scoring. We require them to pass anyway. */
  readonly besides: readonly string[];
}

const besidesOfClient = [
  "json-schema-2020-12-preservation",
  "auth/client-credentials-basic",
  "auth/client-credentials-jwt",
  "auth/enterprise-managed-authorization",
];

const runs: readonly Run[] = [
  {
    side: "server",
    revision: "2026-07-28",
    besides: [
      "http-header-validation",
      "http-custom-header-server-validation",
      "json-schema-2020-12",
    ],
  },
  {
    side: "server",
    revision: "2025-11-25",
    besides: ["server-session-lifecycle", "json-schema-2020-12"],
  },
  { side: "client", revision: "2026-07-28", besides: besidesOfClient },
  { side: "client", revision: "2025-11-25", besides: besidesOfClient },
];

/** Scenarios about tasks, which no set requires. Their tools are those of a server of their own. */
const ofTasks = [
  "lifecycle",
  "capability-negotiation",
  "wire-fields",
  "request-state-removal",
  "mrtr-input",
  "request-headers",
  "dispatch-and-envelope",
  "required-task-error",
  "mrtr-composition",
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await using opened = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void opened.disposeAsync().finally(() => process.exit(1)));
}
const fixture = opened.use(await openFixture());
const gateway = flags.has("--direct")
  ? undefined
  : opened.use(await openGateway(before(fixture.url)));
const turns = opened.use(await openTurns(availableParallelism()));
process.env["CONFORMANCE_TURNS"] = String(turns.port);
const url = gateway?.url ?? fixture.url;
const other = { server: "--client", client: "--server" } as const;

let failures = 0;
console.log(row("", ["scenarios", "known to fail", "checks passed", "failed"]));
for (const each of runs) if (!flags.has(other[each.side])) failures += await report(each);
if (!flags.has("--client")) failures += await reportTasks();
if (gateway !== undefined) writeFileSync(`${results}/gateway.log`, gateway.log());
process.exitCode = failures === 0 ? 0 : 1;

/**
 * Returns the gateway's configuration. The profile accepts tools without output schemas, and every
 * server request is allowed.
 */
function before({ href }: URL): object {
  const fixtureServer = {
    name: "fixture",
    transport: "streamable_http",
    url: href,
    mode: "dynamic",
    default_tool_config: { timeout: "PT20S" },
    profile: ["registry"],
    allowed_requests: ["elicitation", "sampling", "roots"],
    resources: "all",
  };
  return { mcps: [fixtureServer] };
}

/** Runs one set and prints its rows. Returns the number of failures. */
async function report({ side, revision, besides }: Run): Promise<number> {
  const list = await run(process.execPath, [suite, "list", "--requirements", revision]);
  const required = readRequired(list.output, side);
  const output = `${results}/${side}-${revision}`;
  const set = ["--requirements", revision, "-o", output];
  const ran = await run(process.execPath, [suite, side, ...target(side), ...set]);
  writeFileSync(`${output}.txt`, ran.output);

  const scenarios = readSummary(ran.output);
  const scored = scenarios.filter(({ name }) => required.has(name));
  const others = scenarios.filter(({ name }) => besides.includes(name));
  const unrun = required.size - scored.length + (besides.length - others.length);
  const broken = print(`${side} ${revision}`, scored) + print("  not scored by it", others);
  if (ran.code !== 0) console.log(`  exit ${ran.code}, see ${output}.txt`);
  return broken + unrun + ran.code;
}

/** Runs the scenarios about tasks, one after the other: their waits are short. */
async function reportTasks(): Promise<number> {
  const tasks = opened.use(await openTaskFixture());
  const front = flags.has("--direct")
    ? undefined
    : opened.use(await openGateway(before(tasks.url)));
  const address = (front?.url ?? tasks.url).href;
  const scenarios: Scenario[] = [];
  for (const each of ofTasks) {
    const name = `tasks-${each}`;
    const scenario = ["--url", address, "--scenario", name, "-o", `${results}/${name}`];
    const { output } = await run(process.execPath, [suite, "server", ...scenario]);
    writeFileSync(`${results}/${name}.txt`, output);
    scenarios.push({ name, ...checksIn(output), expected: false });
  }
  return print("tasks 2026-07-28", scenarios);
}

/** Returns the checks of one scenario. One without any has failed. */
function checksIn(output: string): Pick<Scenario, "passed" | "failed"> {
  const [, passed = 0, all = 0] = /^Passed: (\d+)\/(\d+)/m.exec(output) ?? [];
  return {
    passed: Number(passed),
    failed: Number(all) === 0 ? 1 : Number(all) - Number(passed),
  };
}

function target(side: Run["side"]): readonly string[] {
  if (side === "server") return ["--url", url.href];
  // The suite starts all clients at once. They take turns, one per processor.
  const inTurn = `--import ./${client.waitTurn}`;
  const command = `${process.execPath} ${inTurn} --conditions=@toolcourt/source ${client.program}`;
  const patience = ["--timeout", "120000"];
  return ["--command", command, "--expected-failures", client.expectedFailures, ...patience];
}

/** Returns the number of unexpected failures. */
function print(title: string, scenarios: readonly Scenario[]): number {
  const counted = scenarios.filter((scenario) => !scenario.expected);
  const broken = counted.filter((scenario) => scenario.failed > 0);
  const sum = (of: "passed" | "failed"): number =>
    counted.reduce((total, scenario) => total + scenario[of], 0);
  const share = `${counted.length - broken.length} of ${scenarios.length}`;
  const known = String(scenarios.length - counted.length);
  console.log(row(title, [share, known, String(sum("passed")), String(sum("failed"))]));
  for (const { name, failed } of broken) console.log(`  failed: ${name} (${failed} checks)`);
  return broken.length;
}

function row(title: string, cells: readonly string[]): string {
  return title.padEnd(20) + cells.map((cell) => cell.padStart(15)).join("");
}
