import { resolve } from "node:path";
import { run } from "./run.ts";
import { flawsOfLicenses, flawsOfLock } from "./supply/flaws.ts";
import { shippedByAll } from "./supply/licenses.ts";
import { readLockFile } from "./supply/lock-file.ts";

// npm run supply [-- --signatures]
// Judges package-lock.json offline. `--signatures` also asks the registry for the signatures of
// every package, and fails if it does not answer.

const root = resolve(import.meta.dirname, "..");
const packages = readLockFile(root);
const shipped = shippedByAll(packages);
const flaws = [...flawsOfLock(packages), ...flawsOfLicenses(shipped)];
for (const flaw of flaws) console.log(flaw);
console.log(
  `${Object.keys(packages).length} entries, ${shipped.length} shipped, ${flaws.length} flaws.`,
);
if (flaws.length > 0) process.exitCode = 1;

if (process.argv.includes("--signatures")) {
  const once = ["--fetch-retries=0", "--fetch-timeout=20000"];
  const { code, output } = await run("npm", ["audit", "signatures", ...once]);
  if (code === 0) console.log(output.trim());
  else {
    console.error(`The signatures were not verified: npm audit signatures ended with ${code}.`);
    console.error(/\b(?:E[A-Z]{4,}|invalid|missing)\b.*/.exec(output)?.[0] ?? "It gave no reason.");
    console.error("Run it where the registry can be reached: npm audit signatures");
    process.exitCode = 1;
  }
} else {
  console.log("Signatures of the registry were not asked for: npm run supply -- --signatures");
}
