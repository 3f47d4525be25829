import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Ran, run } from "./run.ts";

// The published packages must work without a checkout. Packs them, installs them into an empty
// folder and uses them as a consumer would.

const folder = mkdtempSync(join(tmpdir(), "toolcourt-packed-"));

async function must(what: string, attempt: Promise<Ran>, expected = 0): Promise<string> {
  const { code, output } = await attempt;
  if (code !== expected) {
    console.error(`FAIL ${what}: exit ${code}, expected ${expected}\n${output}`);
    process.exit(1);
  }
  console.log(`ok   ${what}`);
  return output;
}

/** Checks that the SDK alone installs only itself and the Zod that its author requested. */
async function installsAlone(tarballs: readonly string[]): Promise<Ran> {
  const alone = mkdtempSync(join(tmpdir(), "toolcourt-sdk-"));
  writeFileSync(join(alone, "package.json"), '{"name":"empty","private":true}');
  const sdk = tarballs.filter((path) => path.includes("toolcourt-sdk"));
  const installed = await run("npm", [...install, ...sdk, "zod@4.6.7"], alone);
  const names = readdirSync(join(alone, "node_modules")).filter((name) => !name.startsWith("."));
  rmSync(alone, { recursive: true, force: true });
  if (installed.code !== 0) return installed;
  return { code: names.join() === "@toolcourt,zod" ? 0 : 1, output: names.join("\n") };
}

const install = ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];

const program = `
import { defineTool, createToolRegistry } from "@toolcourt/sdk";
import { builtinRules } from "@toolcourt/sdk/rules";
import { contract } from "@toolcourt/sdk/testing";
import { defineWorkflow, memoryRuns } from "@toolcourt/workflows";
import { createSchemaEngine, systemClock } from "toolcourt";
if (typeof defineTool !== "function" || typeof createToolRegistry !== "function") throw new Error("sdk");
if (builtinRules.length < 10 || contract().name === "") throw new Error("rules");
await using engine = createSchemaEngine({ clock: systemClock });
const tree = { type: "object", properties: { child: { $ref: "#" } } };
const compilation = await engine.compile(tree, "output");
if (compilation.kind !== "compiled") throw new Error("gateway");
const verdict = await compilation.validate({ child: { child: 1 } });
if (verdict.kind !== "invalid") throw new Error("worker");
if (typeof defineWorkflow !== "function" || typeof memoryRuns().saver !== "function") throw new Error("workflows");
console.log("works");
`;

try {
  await must("build", run("node", ["scripts/build.ts"]));
  for (const name of ["sdk", "gateway", "workflows"]) {
    const cwd = resolve("packages", name);
    await must(`publint ${name}`, run("publint", ["--strict"], cwd));
    await must(`pack ${name}`, run("npm", ["pack", "--pack-destination", folder], cwd));
  }
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  await must("the sdk installs nothing but itself", installsAlone(tarballs));
  writeFileSync(join(folder, "package.json"), '{"name":"empty","private":true,"type":"module"}');
  await must("install", run("npm", [...install, ...tarballs, "zod@4.6.7"], folder));

  writeFileSync(join(folder, "program.mjs"), program);
  await must("import", run("node", ["program.mjs"], folder));
  const tools = '[{"name":"a","description":"Does a thing.","inputSchema":{"type":"object"}}]';
  writeFileSync(join(folder, "tools.json"), tools);
  const command = join(folder, "node_modules", ".bin", "toolcourt");
  await must("toolcourt --version", run(command, ["--version"], folder));
  await must("toolcourt check", run(command, ["check", "tools.json"], folder), 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
