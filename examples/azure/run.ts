import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { connectionFlags, openFixture, scope, token, withoutCosts } from "./fixture.ts";
import { type StageReport, stageReport } from "./stages.ts";

// npm run azure:example [-- --without-costs]
// Runs the commands of this example against a fixture cloud on this machine. With --without-costs
// the identity may not query costs, and the answer says so.

const withoutCost = readFlag();
const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");
await using fixture = await openFixture(withoutCost ? { permissions: withoutCosts } : {});

const args = JSON.stringify({ connection_id: "azure", scope });
console.log(await toolcourt("connections", "add", "azure", ...connectionFlags));
console.log(await toolcourt("azure", "check", "azure"));
const found = answerIn(await toolcourt("call", "discover-subscription", "--args", args));
console.log(summaryOf(found));
const [first] = found.stages.flatMap(discoveriesIn);
if (first !== undefined) console.log(await toolcourt("results", "list", "--discovery", first));
console.log(`\n${fixture.management.passed.length} requests went through API Management.`);

function readFlag(): boolean {
  try {
    const { values } = parseArgs({ options: { "without-costs": { type: "boolean" } } });
    return values["without-costs"] === true;
  } catch {
    console.error("Expected npm run azure:example [-- --without-costs].");
    return process.exit(2);
  }
}

/** Shows a command, runs it in the project, and returns what it prints. */
function toolcourt(...command: readonly string[]): Promise<string> {
  console.log(`\n$ toolcourt ${command.map(quoted).join(" ")}`);
  const env = { ...process.env, ...fixture.environment };
  const options = { cwd: fixture.folder.path, env };
  return new Promise((done) => {
    const child = execFile(process.execPath, [bin, ...command], options, (error, out, err) => {
      // `azure check` exits with 1 if a tier is missing, which is no failure of the example.
      if (error !== null && error.code !== 1) process.exitCode = 1;
      done(`${out}${err}`.trimEnd());
    });
    child.stdin?.end(`${token}\n`);
  });
}

function quoted(argument: string): string {
  return /^[\w.:/=-]+$/.test(argument) ? argument : `'${argument}'`;
}

/** Returns the answer of the workflow: its stages, and what was found. */
function answerIn(printed: string) {
  const answer = z.object({
    structuredContent: z.object({
      data: z.object({ stages: z.array(stageReport), findings: z.json() }),
    }),
  });
  return answer.parse(JSON.parse(printed)).structuredContent.data;
}

function discoveriesIn({ parts }: StageReport): readonly string[] {
  return parts.flatMap(({ discoveryId }) => discoveryId ?? []);
}

function summaryOf({ stages, findings }: ReturnType<typeof answerIn>): string {
  const lines = stages.flatMap(({ stage, status, parts }) => [
    `${stage}: ${status}`,
    ...parts.map((part) => `  ${part.tool}: ${part.reason ?? part.status}`),
  ]);
  return [...lines, JSON.stringify(findings, null, 2)].join("\n");
}
