import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openFixture } from "../test/conformance/fixture/open-fixture.ts";
import { type Check, inspectorChecks, mcpdoChecks } from "../test/peers/checks.ts";
import { openInspector } from "../test/peers/inspector.ts";
import { openGateway } from "../test/peers/open-gateway.ts";
import { ways } from "../test/peers/ways.ts";
import { run } from "./run.ts";

// Tests third-party clients and servers with our gateway between them, over both entrances and in
// both eras. The Inspector installs on demand and is not a dependency.

const version = "2.12.0";
const installed = resolve(".cache/peers");
const shownFile = "letter.txt";
// Every question starts a client, and half of them a gateway with its servers, so we share a
// compile cache.
const compiled = resolve(".cache/compiled");
const titles = ways.map(({ entrance, era }) => `${entrance} ${era}`);

await install();
const scratch = mkdtempSync(join(tmpdir(), "toolcourt-inspector-"));
const folder = join(scratch, "shown");
mkdirSync(folder);
writeFileSync(join(folder, shownFile), "Dear Ada");
const opened = new AsyncDisposableStack();
opened.defer(() => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void opened.disposeAsync().finally(() => process.exit(1)));
}
let failed = 0;
try {
  const fixture = opened.use(await openFixture());
  const gateway = opened.use(await openGateway(toolbox(fixture.url)));
  const inspector = opened.use(openInspector({ installed, scratch, compiled }));
  const peers = { inspector, place: { ...gateway, compiled }, shown: { folder, file: shownFile } };
  console.log(["", ...titles].map(cell).join(""));
  for (const check of inspectorChecks(peers)) await report("inspector", check, "at once");
  for (const check of mcpdoChecks(peers)) await report("mcpdo", check, "in turn");
} finally {
  await opened.disposeAsync();
}
console.log(failed === 0 ? "All of it works." : `${failed} of it failed.`);
process.exitCode = failed === 0 ? 0 : 1;

async function install(): Promise<void> {
  const manifest = join(installed, "node_modules/@modelcontextprotocol/inspector/package.json");
  if (existsSync(manifest) && readFileSync(manifest, "utf8").includes(`"version": "${version}"`)) {
    return;
  }
  mkdirSync(installed, { recursive: true });
  const flags = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--prefix", installed];
  const what = `@modelcontextprotocol/inspector@${version}`;
  const { code, output } = await run("npm", ["install", ...flags, what]);
  if (code === 0) return;
  console.error(`The Inspector could not be installed.\n${output}`);
  process.exit(2);
}

function toolbox(fixture: URL): object {
  const dynamic = {
    mode: "dynamic",
    default_tool_config: { timeout: "PT20S" },
    profile: ["registry"],
  };
  const official = (name: string, ...args: string[]): object => ({
    ...dynamic,
    name,
    transport: "stdio",
    command: process.execPath,
    args: [resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
    env: {
      MEMORY_FILE_PATH: join(scratch, "memory.jsonl"),
      NODE_COMPILE_CACHE: compiled,
    },
  });
  return {
    local: ["workspace"],
    tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
    mcps: [
      official("everything", "stdio"),
      official("filesystem", folder),
      official("memory"),
      { ...dynamic, name: "fixture", transport: "streamable_http", url: fixture.href },
    ],
  };
}

/** Runs a check over every way and prints its row of the table. */
async function report(peer: string, check: Check, order: "at once" | "in turn"): Promise<void> {
  const problems = order === "at once" ? await Promise.all(ways.map(check.run)) : [];
  // For a client that shares one process across its connections.
  if (order === "in turn") for (const way of ways) problems.push(await check.run(way));
  const verdicts = problems.map((problem) => (problem === undefined ? "ok" : "FAILED"));
  console.log([`${peer}: ${check.title}`, ...verdicts].map(cell).join(""));
  for (const [index, problem] of problems.entries()) {
    if (problem === undefined) continue;
    failed += 1;
    console.log(`  ${titles[index]}: ${problem.slice(0, 500)}`);
  }
}

function cell(text: string, column: number): string {
  return text.padEnd(column === 0 ? 36 : 14);
}
