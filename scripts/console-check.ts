import { parseArgs } from "node:util";
import { buildConsole } from "./console/build-console.ts";
import { checkAccess } from "./console/check-axe.ts";
import { checkBudgets } from "./console/check-budgets.ts";
import { checkCanaries } from "./console/check-canaries.ts";
import { checkHostile } from "./console/check-hostile.ts";
import { checkKeyboard } from "./console/check-keyboard.ts";
import { checkLatency } from "./console/check-latency.ts";
import { checkLive } from "./console/check-live.ts";
import { checkLogin } from "./console/check-login.ts";
import { checkNewcomer } from "./console/check-newcomer.ts";
import { checkRecords } from "./console/check-records.ts";
import { checkReviewers } from "./console/check-reviewers.ts";
import { checkSecrets } from "./console/check-secrets.ts";
import { checkTools } from "./console/check-tools.ts";
import type { Finding } from "./console/finding.ts";
import { takeScreenshots } from "./console/screenshots.ts";
import { openWorld } from "./console/world.ts";

// npm run console:check [-- --short] [-- --screenshots] [-- --minutes <n>]
// Builds the console and checks it in a browser. `--short` leaves out widths, minutes and half of the schemes.
// `--screenshots` also writes those of docs/console/. `--minutes` lets events arrive for so long.

const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    screenshots: { type: "boolean", default: false },
    minutes: { type: "string" },
  },
});

const access = flags.short ? { widths: [1_280], byTurns: true } : { widths: [1_280, 640, 360] };
await buildConsole();
await using world = await openWorld();
console.log(`Chromium ${world.browser.version()}`);
await report("budgets", () => checkBudgets("packages/console/package.json"));
await report("access", () => checkAccess(world, access));
await report("hostile strings", () => checkHostile(world));
await report("secrets", () => checkSecrets(world));
await report("canaries", () => checkCanaries(world));
await report("keyboard", () => checkKeyboard(world));
await report("records", () => checkRecords(world));
await report("live", () => checkLive(world));
await report("login", () => checkLogin(world));
await report("newcomer", () => checkNewcomer(world));
await report("reviewers", () => checkReviewers(world));
await report("tools", () => checkTools(world));
await report("latency", () => checkLatency(world, busySeconds()));
if (flags.screenshots) await report("screenshots", () => takeScreenshots(world));

function busySeconds(): number {
  if (flags.minutes === undefined) return flags.short ? 3 : 20;
  const minutes = Number(flags.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not ${flags.minutes}.`);
  return minutes * 60;
}

async function report(name: string, check: () => Finding | Promise<Finding>): Promise<void> {
  const began = performance.now();
  const { figure, problems: found } = await check();
  const problems = [...found, ...world.server.reports.splice(0)];
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s): ${figure}`);
  for (const problem of problems) console.log(`     ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
