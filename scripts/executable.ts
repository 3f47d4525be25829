import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildBlob, flawsOf, inject } from "./executable/build.ts";
import { isHere, nodeFor, type Target, targets } from "./executable/targets.ts";
import { useExecutable } from "./executable/use.ts";

// npm run executable [-- --all]
// Writes the command as one file with its own Node, and uses it. `--all` also writes those of other
// systems, which are inspected and not run. None is signed.

const root = resolve(import.meta.dirname, "..");
const folder = join(root, ".cache/executable");
const began = performance.now();
const wanted = process.argv.includes("--all") ? targets : targets.filter(isHere);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own manifest
const { version } = JSON.parse(
  readFileSync(join(root, "packages/toolcourt/package.json"), "utf8"),
) as { readonly version: string };

async function write(target: Target, blob: string): Promise<string> {
  const name = `toolcourt-${version}-${target}${target === "win-x64" ? ".exe" : ""}`;
  const file = join(folder, name);
  await inject(blob, await nodeFor(target), file);
  const flaws = flawsOf(file, blob, target);
  if (flaws.length > 0) throw new Error(flaws.join("\n"));
  const state = isHere(target) ? "used below" : "inspected, NOT RUN";
  console.log(`ok   ${name}: ${state}, unsigned`);
  if (isHere(target)) for (const line of await useExecutable(file)) console.log(line);
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
  return `${digest}  ${name}\n`;
}

if (wanted.length === 0) throw new Error(`Executables are built on: ${targets.join(", ")}.`);
const work = join(folder, "work");
const blob = await buildBlob(work, process.execPath);
const sums: string[] = [];
for (const target of wanted) sums.push(await write(target, blob));
writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
copyFileSync(join(work, "THIRD-PARTY-LICENSES"), join(folder, "THIRD-PARTY-LICENSES"));
console.log(`${folder}, in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
