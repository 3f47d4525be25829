import { run } from "./run.ts";

// All static checks of a change. Ordered by how often they fail.
const checks: readonly (readonly [name: string, ...command: string[]])[] = [
  ["types", "tsc", "-b"],
  ["lint", "oxlint"],
  ["format", "biome", "ci", "--colors=off", "."],
  ["unused", "knip"],
  ["words", "node", "scripts/words.ts"],
  ["supply", "node", "scripts/supply.ts"],
  ["docs", "node", "--conditions=@toolcourt/source", "scripts/docs.ts", "--check"],
  ["examples", "node", "scripts/examples.ts"],
];

let failed = 0;
for (const [name, command = "", ...args] of checks) {
  const began = performance.now();
  // Sequential: type-aware lint reads the compiler's output, and two cores are soon busy.
  const { code, output } = await run(command, args);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (code !== 0) {
    failed += 1;
    console.log(output);
  }
}
if (failed > 0) process.exit(1);
