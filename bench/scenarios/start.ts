import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installAlone, pack, packageFolders } from "../../scripts/packed/install.ts";
import { type Ran, run } from "../../scripts/run.ts";

/** The start of one program. */
export interface Start {
  readonly what: string;
  /**
   * User and system time of the whole process, the median of all rounds. Undefined if the packages
   * could not be installed.
   */
  readonly cpuSeconds: number | undefined;
  /** The promised bound. Undefined if there is none. */
  readonly max: number | undefined;
}

interface Command {
  readonly what: string;
  readonly args: readonly string[];
  readonly max: number | undefined;
}

/** Packs and installs the command as a user gets it, then measures its starts in turns. */
export async function measureStarts(folder: string, rounds: number): Promise<readonly Start[]> {
  const project = join(folder, "installed");
  const spent = commandsIn(project).map((command) => ({ command, seconds: new Array<number>() }));
  try {
    await installCommand(folder, project);
  } catch (error) {
    console.error("The command could not be installed:", error);
    return spent.map(({ command: { what, max } }) => ({ what, cpuSeconds: undefined, max }));
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { command, seconds } of spent) seconds.push(await cpuSecondsOf(command, project));
  }
  return spent.map(({ command: { what, max }, seconds }) => ({
    what,
    cpuSeconds: seconds.toSorted((a, b) => a - b)[Math.floor(rounds / 2)],
    max,
  }));
}

async function installCommand(folder: string, project: string): Promise<void> {
  await must(run("node", ["scripts/build.ts"]));
  for (const name of packageFolders) await must(pack(name, folder));
  await must(installAlone("toolcourt", folder, project));
  writeFileSync(join(project, "tools.json"), tools);
}

const tools = '[{"name":"a","description":"Does a thing.","inputSchema":{"type":"object"}}]';

function commandsIn(project: string): readonly Command[] {
  const bin = join(project, "node_modules/toolcourt/bin/toolcourt.js");
  return [
    { what: "node -e 0", args: ["-e", "0"], max: undefined },
    { what: "toolcourt --version", args: [bin, "--version"], max: 0.15 },
    { what: "toolcourt --help", args: [bin, "--help"], max: 0.25 },
    { what: "toolcourt check tools.json", args: [bin, "check", "tools.json"], max: 0.6 },
  ];
}

/** Node knows no times of its children, so the process reports its own when it exits. */
async function cpuSecondsOf({ what, args }: Command, project: string): Promise<number> {
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

async function must(attempt: Promise<Ran>): Promise<void> {
  const { code, output } = await attempt;
  if (code !== 0) throw new Error(output);
}
