import { run } from "./run.ts";

// Everything a machine can say about a change short of running it. The order is that of the usual mistakes.
const checks: readonly (readonly [name: string, ...command: string[]])[] = [
  ["types", "tsc", "-b"],
  ["lint", "oxlint"],
  ["format", "biome", "ci", "--colors=off", "."],
  ["unused", "knip"],
  ["docs", "node", "--conditions=@toolcourt/source", "scripts/docs.ts", "--check"],
];

let failed = 0;
for (const [name, command = "", ...args] of checks) {
  const began = performance.now();
  // One after the other: type-aware lint reads what the compiler wrote, and two cores are soon full.
  const { code, output } = await run(command, args);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (code !== 0) {
    failed += 1;
    console.log(output);
  }
}
if (failed > 0) process.exit(1);
