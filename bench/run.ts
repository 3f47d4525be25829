import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { boundsOf, type Findings } from "./bounds.ts";
import { full, type Plan, short } from "./plan.ts";
import { measureGroupCommit } from "./scenarios/group-commit.ts";
import { measureWorkloads } from "./scenarios/measure-workloads.ts";
import { measureMemory } from "./scenarios/memory.ts";
import { measureStarts } from "./scenarios/start.ts";
import { measureStartUp } from "./scenarios/start-up.ts";
import { workloads } from "./scenarios/workloads.ts";
import { describe, describeMachine } from "./table.ts";
import { benchValidate } from "./validate.ts";

// npm run bench [-- --short] [--json] [--check]
//
// Always exits with 0, unless --check makes a missed bound a failure.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});

async function find(plan: Plan): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-bench-"));
  try {
    return {
      rows: await measureWorkloads({ workloads, plan, folder }),
      starts: await measureStarts(folder, plan.starts),
      startUp: await measureStartUp(folder),
      memory: await measureMemory(folder, plan.memoryCalls),
      groupCommit: await measureGroupCommit(folder, plan.groupCommitMs),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const validate = await benchValidate();
const findings = await find(flags.short ? short : full);
const bounds = boundsOf(findings);
if (flags.json) {
  console.log(JSON.stringify({ machine: describeMachine(), ...findings, bounds }));
} else {
  console.log(`${validate}\n${describe(findings, bounds)}`);
}
process.exitCode = flags.check && bounds.some(({ isReached }) => isReached === false) ? 1 : 0;
