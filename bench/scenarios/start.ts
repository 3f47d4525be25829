import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installAlone, pack, packageFolders } from "../../scripts/packed/install.ts";
import { type Ran, run } from "../../scripts/run.ts";
import { percentile } from "../figures.ts";
import type { Gauge } from "../gauge.ts";
import { answersOnce } from "../load/conversation.ts";
import { echoOf } from "../load/question.ts";
import { openUpstream } from "../open-comparison.ts";
import { freePort, start } from "../processes/start.ts";
import { cpuUsBetween } from "../processes/tree.ts";
import { serveCommand, writeConfig } from "../subjects.ts";

export interface Command {
  readonly what: string;
  readonly args: readonly string[];
  readonly max?: number;
}

const rounds = 15;
const restMs = 5_000;
/** At rest after it has started. */
const maxRestMb = 130;

/**
 * Packs and installs the command as a user gets it. Measures its starts in turns, then the memory
 * of a gateway at rest.
 */
export async function measureStarts(folder: string): Promise<readonly Gauge[]> {
  const project = join(folder, "installed");
  const spent = commandsIn(project).map((command) => ({ command, seconds: new Array<number>() }));
  await installCommand(folder, project);
  for (let round = 0; round < rounds; round += 1) {
    for (const { command, seconds } of spent) seconds.push(await cpuSecondsOf(command, project));
  }
  const starts = spent.map(({ command: { what, max }, seconds }) => ({
    what: `${what}, CPU`,
    value: percentile(seconds, 0.5),
    unit: "s",
    ...(max !== undefined && { max }),
  }));
  const rests: Gauge[] = [];
  for (const store of ["memory:", "sqlite:state.db"]) {
    const { restMb: value } = await serveAndRest(store, { folder, project });
    rests.push({ what: `at rest, ${store}`, value, unit: "MB", max: maxRestMb });
  }
  return [...starts, ...rests];
}

/** What the start of a gateway took, and what it holds afterwards. */
export interface Served {
  /** Of all threads, until the first answer. */
  readonly cpuSeconds: number;
  readonly restMb: number;
}

interface Resting {
  readonly folder: string;
  readonly project: string;
  /** Milliseconds. Default: five seconds. */
  readonly rests?: number;
}

/** Starts a gateway of the installed command, and lets it rest. */
export async function serveAndRest(
  store: string,
  { folder, project, rests = restMs }: Resting,
): Promise<Served> {
  await using stack = new AsyncDisposableStack();
  const upstream = await openUpstream("json", { folder, stack });
  const port = await freePort();
  const stores = { url: store };
  const own = join(folder, `rest-${port}`);
  const file = writeConfig(own, [{ name: "echo", upstream }], { stores });
  const address = { port, path: "/mcp", era: "modern", toolName: (tool: string) => tool } as const;
  const isUp = (): Promise<void> => answersOnce({ address, question: echoOf(200) });
  const args = serveCommand(file, port, binIn(project));
  const program = stack.use(await start({ args, port, folder: own, isUp }));
  const cpuSeconds = cpuUsBetween(new Map(), program.threads()) / 1e6;
  await sleep(rests);
  return { cpuSeconds, restMb: program.residentBytes() / 1024 ** 2 };
}

/** Builds and packs a checkout, and installs its command. Default: this one. */
export async function installCommand(
  folder: string,
  project: string,
  checkout = resolve(import.meta.dirname, "../.."),
): Promise<void> {
  await must(run("node", ["scripts/build.ts"], checkout));
  const there = packageFolders.filter((name) => existsSync(join(checkout, "packages", name)));
  for (const name of there) await must(pack(name, folder, checkout));
  await must(installAlone("toolcourt", folder, project));
  writeFileSync(join(project, "tools.json"), tools);
}

const tools = '[{"name":"a","description":"Does a thing.","inputSchema":{"type":"object"}}]';

function binIn(project: string): string {
  return join(project, "node_modules/toolcourt/bin/toolcourt.js");
}

export function commandsIn(project: string): readonly Command[] {
  const bin = binIn(project);
  return [
    { what: "node -e 0", args: ["-e", "0"] },
    { what: "toolcourt --version", args: [bin, "--version"], max: 0.15 },
    { what: "toolcourt --help", args: [bin, "--help"], max: 0.25 },
    { what: "toolcourt check tools.json", args: [bin, "check", "tools.json"], max: 0.6 },
  ];
}

/** Node knows no times of its children, so the process reports its own when it exits. */
export async function cpuSecondsOf({ what, args }: Command, project: string): Promise<number> {
  const report = join(project, "cpu-seconds");
  const preload = join(project, "report.cjs");
  writeFileSync(report, "");
  writeFileSync(
    preload,
    `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeFileSync(${JSON.stringify(report)}, String((user + system) / 1e6));
});
`,
  );
  const { output } = await run(process.execPath, ["--require", preload, ...args], project);
  const text = readFileSync(report, "utf8");
  if (text === "") throw new Error(`${what}: ${output}`);
  return Number(text);
}

export async function must(attempt: Promise<Ran>): Promise<void> {
  const { code, output } = await attempt;
  if (code !== 0) throw new Error(output);
}
