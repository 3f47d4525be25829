import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runArm, runFederated } from "./azure-live/arm.ts";
import { armNeeds, connectionOf, federatedNeeds, federatedOf } from "./azure-live/connection.ts";
import { cosmosNeeds, runCosmos } from "./azure-live/cosmos.ts";
import type { At, Ran } from "./azure-live/home.ts";
import { exitCodeOf, type Part, runParts } from "./azure-live/parts.ts";
import { reachOf, runScan, runSearch, scanNeeds, searchNeeds } from "./azure-live/sources.ts";

// npm run azure:live [-- --record <folder>]
// Reads a real subscription through the tools, at most 32 requests, and compares its answers with
// the fixture. Reads an index, has one page analyzed, and keeps one result for a day in Cosmos DB.
// The variables TOOLCOURT_AZURE_* name them. A part without its variables is skipped.
// Exit 0: nothing failed, or no variable is set. Exit 1: a part failed, or variables are missing.

const { env } = process;
const record = await recordIn(folderIn(process.argv.slice(2)));
const common = { environment: env, toolcourt };
const now = new Date();
const parts: readonly Part[] = [
  {
    name: "resource-manager",
    needs: armNeeds,
    run: () => runArm({ ...common, now, connection: connectionOf(env), ...(record && { record }) }),
  },
  {
    name: "federated-token",
    needs: federatedNeeds,
    run: () => runFederated({ ...common, now, connection: federatedOf(env) }),
  },
  { name: "cosmos", needs: cosmosNeeds, run: () => runCosmos(common) },
  {
    name: "ai-search",
    needs: searchNeeds,
    run: () => runSearch({ ...common, connection: connectionOf(env, reachOf(env, "SEARCH")) }),
  },
  {
    name: "document-intelligence",
    needs: scanNeeds,
    run: () => {
      const connection = connectionOf(env, reachOf(env, "DOCUMENT_INTELLIGENCE"));
      return runScan({ ...common, connection });
    },
  },
];
const outcome = await runParts(parts, env, (line) => console.log(line));
process.exitCode = exitCodeOf(outcome, env);
if (outcome.ran === 0) console.log("Nothing was tried: no part has all of its variables.");

function folderIn(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { record: { type: "string" } } }).values.record;
  } catch {
    console.error("Expected npm run azure:live [-- --record <folder>].");
    return process.exit(2);
  }
}

/** Never overwrites a recording. */
async function recordIn(folder: string | undefined) {
  if (folder === undefined) return undefined;
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    console.error(`${folder} is not empty: give --record a new folder.`);
    process.exit(2);
  }
  return (file: string, text: string) => writeFile(join(folder, file), text, { flag: "wx" });
}

/** Runs a command in a process of its own, as an operator would. */
function toolcourt(args: readonly string[], at: At): Promise<Ran> {
  const bin = resolve(import.meta.dirname, "../packages/toolcourt/bin/toolcourt.js");
  const options = { cwd: at.folder, env: { ...env, ...at.environment }, maxBuffer: 100_000_000 };
  return new Promise((done) => {
    const child = execFile(process.execPath, [bin, ...args], options, (error, output, errors) => {
      done({ code: error === null ? 0 : Number(error.code ?? 2), output, errors });
    });
    child.stdin?.end(at.input);
  });
}
