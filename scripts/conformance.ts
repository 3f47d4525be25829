import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { openFixture } from "../test/conformance/fixture/open-fixture.ts";
import { readSummary, type Scenario } from "../test/conformance/summary.ts";
import { openGateway } from "../test/peers/open-gateway.ts";
import { run } from "./run.ts";

// The official suite against our gateway, which stands before a server of our own with everything that the
// suite calls; then against the side of us that connects to servers. `--direct` leaves the gateway out, to
// see whether a failure is the fixture's.

const suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const results = ".cache/conformance";
const direct = process.argv.includes("--direct");

interface Run {
  readonly side: "server" | "client";
  readonly revision: "2026-07-28" | "2025-11-25";
  /** Scenarios that the suite runs without scoring them. We hold ourselves to these all the same. */
  readonly besides: readonly string[];
}

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
  { side: "client", revision: "2026-07-28", besides: [] },
  { side: "client", revision: "2025-11-25", besides: [] },
];

const client = {
  program: "test/conformance/client/client.ts",
  expectedFailures: "test/conformance/client/expected-failures.yml",
};

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await using fixture = await openFixture();
await using gateway = direct ? undefined : await openGateway(toolboxBefore(fixture.url));
const url = gateway?.url ?? fixture.url;

let failed = 0;
console.log("side    revision    scenarios  checks passed  failed");
for (const each of runs) {
  if (each.side === "client" && !existsSync(client.program)) continue;
  failed += await report(each);
}
if (gateway !== undefined) writeFileSync(`${results}/gateway.log`, gateway.log());
process.exitCode = failed === 0 ? 0 : 1;

/** Tools that declare no output pass by the profile; everything that a server may do is allowed. */
function toolboxBefore({ href }: URL): object {
  const fixtureServer = {
    name: "fixture",
    transport: "streamable_http",
    url: href,
    mode: "dynamic",
    default_tool_config: { timeout: "PT20S" },
    profile: ["registry"],
    may_ask: ["elicitation", "sampling", "roots"],
    resources: "all",
  };
  return { mcps: [fixtureServer] };
}

/** Runs one set and prints its rows. Gives back how many scenarios failed, and 1 where the verdict is no. */
async function report({ side, revision, besides }: Run): Promise<number> {
  const target =
    side === "server"
      ? ["--url", url.href]
      : ["--command", command(), "--expected-failures", client.expectedFailures];
  const output = `${results}/${side}-${revision}`;
  const args = [suite, side, ...target, "--requirements", revision, "-o", output];
  const ran = await run(process.execPath, args);
  writeFileSync(`${output}.txt`, ran.output);

  const scenarios = readSummary(ran.output);
  const scored = scenarios.filter((scenario) => scenario.scored);
  const others = scenarios.filter(({ name }) => besides.includes(name));
  print(`${side}  ${revision}`, scored);
  if (besides.length > 0) print("  not scored        ", others);
  const broken = others.filter((scenario) => scenario.failed > 0);
  const absent = besides.length - others.length;
  const verdict = ran.code === 0 && scored.length > 0 ? 0 : 1;
  if (verdict > 0) console.log(`  exit ${ran.code}, see ${output}.txt`);
  return verdict + broken.length + absent;
}

function command(): string {
  return `${process.execPath} --conditions=@toolcourt/source ${client.program}`;
}

function print(title: string, scenarios: readonly Scenario[]): void {
  const whole = scenarios.filter((scenario) => scenario.failed === 0);
  const passed = scenarios.reduce((sum, scenario) => sum + scenario.passed, 0);
  const failing = scenarios.reduce((sum, scenario) => sum + scenario.failed, 0);
  const share = `${whole.length} of ${scenarios.length}`;
  console.log(
    `${title}  ${share.padStart(9)}  ${String(passed).padStart(13)}  ${String(failing).padStart(6)}`,
  );
  for (const { name, failed: checks } of scenarios.filter((scenario) => scenario.failed > 0)) {
    console.log(`  failed: ${name} (${checks})`);
  }
}
