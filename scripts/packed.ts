import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differingElsewhere } from "./packed/elsewhere.ts";
import { readExample } from "./packed/example.ts";
import { flawsOfManifest, flawsOfTypes } from "./packed/flaws.ts";
import {
  installAlone,
  installedIn,
  type PackageFolder,
  pack,
  packageFolders,
  tarballOf,
} from "./packed/install.ts";
import {
  gatewayProgram,
  memoryConfig,
  ownTool,
  ownToolConfig,
  schemaProgram,
  toolsProgram,
} from "./packed/programs.ts";
import { type Ran, run } from "./run.ts";

// npm run packed [-- --twice]
// The published packages must work without a checkout. Packs them, installs each one alone into an
// empty project and uses it as a consumer would. `--twice` also builds a copy of the checkout in
// another folder, and compares the digests of the tarballs.

const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), "toolcourt-packed-"));

interface Expected {
  readonly code?: number;
  /** A part of the output. Default: anything. */
  readonly printed?: string;
}

async function must(
  what: string,
  attempt: Promise<Ran>,
  { code: expected = 0, printed = "" }: Expected = {},
): Promise<void> {
  const { code, output } = await attempt;
  if (code !== expected || !output.includes(printed)) {
    const wanted = printed === "" ? "" : `, and to print ${JSON.stringify(printed)}`;
    throw new Error(`${what}: exit ${code}, expected ${expected}${wanted}\n${output}`);
  }
  console.log(`ok   ${what}`);
}

async function checkTarball(name: PackageFolder): Promise<void> {
  await must(`pack ${name}`, pack(name, folder));
  const tarball = tarballOf(name, folder);
  mustBeNone(`manifest of ${name}`, await flawsOfManifest(tarball));
  mustBeNone(`types of ${name}`, await flawsOfTypes(tarball));
}

function mustBeNone(what: string, flaws: readonly string[]): void {
  if (flaws.length > 0) throw new Error(`${what}: ${flaws.join("\n")}`);
  console.log(`ok   ${what}`);
}

/** Writes a program into a project and runs it there. */
function runIn(project: string, file: string, program: string): Promise<Ran> {
  writeFileSync(join(project, file), program);
  return run("node", [file], project);
}

const heavy = /^(?:@modelcontextprotocol|@opentelemetry|@ai-sdk|@langchain|ai$|pg|ioredis|undici)/;

/** What must be true of each installed package beyond the example of its README. */
const uses: Readonly<Record<PackageFolder, (project: string) => Promise<void>>> = {
  sdk: async (project) => {
    const others = installedIn(project).filter((name) => !/^(?:@toolcourt\/sdk|zod)$/.test(name));
    mustBeNone("the sdk brings Zod alone", others);
  },
  contracts: async (project) => {
    const others = installedIn(project).filter((name) => heavy.test(name));
    mustBeNone("contracts bring no client, telemetry or database", others);
    const ran = runIn(project, "schema.mjs", schemaProgram);
    await must("contracts validate in a thread", ran, { printed: "invalid" });
  },
  gateway: async (project) => {
    writeFileSync(join(project, "tool.mjs"), ownTool);
    writeFileSync(join(project, "toolcourt.yaml"), memoryConfig);
    const ran = runIn(project, "gateway.mjs", gatewayProgram);
    await must("the gateway calls a tool of the program", ran, { printed: "Hello, Ada!" });
  },
  host: () => Promise.resolve(),
  workflows: () => Promise.resolve(),
  azure: async (project) => {
    const ran = runIn(project, "tools.mjs", toolsProgram);
    await must("azure brings its tools as data", ran, { printed: "list-resources" });
  },
  toolcourt: useCommand,
};

/** Runs the bundled command: its threads, its table of words and a tool that a user wrote. */
async function useCommand(project: string): Promise<void> {
  const command = (...args: readonly string[]): Promise<Ran> =>
    run(join(project, "node_modules/.bin/toolcourt"), args, project);
  await must("toolcourt --version", command("--version"), { printed: "." });
  const { printed } = readExample("toolcourt");
  const check = command("check", "tools.json", "--server", "weather");
  await must("toolcourt check", check, { code: 1, printed });

  for (const [file, type] of Object.entries({ "before.json": "integer", "after.json": "string" })) {
    const tree = { type: "object", properties: { child: { $ref: "#" }, leaf: { type } } };
    writeFileSync(join(project, file), JSON.stringify([{ name: "a", inputSchema: tree }]));
  }
  const diff = command("diff", "before.json", "after.json");
  await must("toolcourt diff", diff, { code: 1, printed: "breaking" });

  writeFileSync(join(project, "tool.mjs"), ownTool);
  writeFileSync(join(project, "toolcourt.yaml"), ownToolConfig);
  const call = command("call", "greet-person", "--args", '{"person":"Ada"}');
  await must("toolcourt call, with an audit log", call, { printed: "Hello, Ada!" });
  const ask = command("ask", 'Read the file "tool.mjs" of the repository.');
  await must("toolcourt ask", ask, { printed: "read_repo_file" });
}

async function useAlone(name: PackageFolder): Promise<void> {
  const project = join(folder, `alone-${name}`);
  await must(`install ${name} alone`, installAlone(name, folder, project));
  const { program, files } = readExample(name);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  // The gateway's example opens a fixed port.
  if (name !== "gateway") {
    await must(`the example of ${name}`, runIn(project, "example.ts", program));
  }
  await uses[name](project);
}

/** Runs the work for each package, two at a time. */
async function forEach(work: (name: PackageFolder) => Promise<void>): Promise<void> {
  const waiting = [...packageFolders].toReversed();
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await work(name);
  };
  await Promise.all([lane(), lane()]);
}

try {
  await must("build", run("node", ["scripts/build.ts"]));
  await forEach(checkTarball);
  await forEach(useAlone);
  if (process.argv.includes("--twice")) {
    const differing = await differingElsewhere(folder, join(folder, "elsewhere"));
    mustBeNone("a build in another folder packs the same bytes", differing);
  }
  console.log(`Packed in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
} catch (error) {
  console.error(`FAIL ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
