// Runs the scenarios for clients that the gateway passes, one after the other. The suite's own way to
// run a whole revision starts all of them at once, which a small or busy machine does not take.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import process, { execPath, stderr, stdout } from "node:process";

const scenarios = {
  "2025-11-25": [
    "initialize",
    "tools_call",
    "elicitation-sep1034-client-defaults",
    "sse-retry",
    "json-schema-2020-12-preservation",
  ],
  "2026-07-28": [
    "tools_call",
    "request-metadata",
    "sep-2322-client-request-state",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
    "json-schema-2020-12-preservation",
  ],
} as const;

const manifest = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/conformance/package.json",
);
const suite = join(dirname(manifest), "dist/index.js");
const client = resolve(import.meta.dirname, "client.ts");
const command = `${execPath} --conditions=@toolcourt/source ${client}`;

/** What the suite says is of interest only where it says no. */
async function passes(scenario: string, revision: string): Promise<boolean> {
  const args = ["client", "--command", command, "--scenario", scenario, "--spec-version", revision];
  const child = spawn(execPath, [suite, ...args, "--timeout", "60000"]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  await once(child, "close");
  if (child.exitCode !== 0) stderr.write(said);
  return child.exitCode === 0;
}

let failed = 0;
for (const [revision, names] of Object.entries(scenarios)) {
  for (const name of names) {
    // One at a time, see above.
    const passed = await passes(name, revision);
    failed += passed ? 0 : 1;
    stdout.write(`${passed ? "ok  " : "FAIL"} ${revision} ${name}\n`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
