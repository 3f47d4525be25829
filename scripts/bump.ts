import { globSync, readFileSync, writeFileSync } from "node:fs";
import { versionInName } from "./deploy/page.ts";
import { run } from "./run.ts";

// npm run bump: turns the waiting changesets into the next version. Besides the manifests, the sources name
// the version in two places, deploy/ and its pages name files and images, and the lock file repeats
// all manifests.

await must("changeset", ["version"]);
const next = versionOf(JSON.parse(readFileSync("packages/sdk/package.json", "utf8")));
write("packages/*/src/**/version.ts", /(?<=^export const version = ")[^"]+/gm);
write("packages/*/src/**/versions.ts", /(?<=^ {2}"?(?:@toolcourt\/\w+|toolcourt)"?: ")[^"]+/gm);
for (const pattern of [
  "docs/deploy/*.md",
  "deploy/compose/compose.yaml",
  "deploy/kubernetes/**/*.yaml",
]) {
  write(pattern, versionInName);
}
await must("npm", ["install", "--package-lock-only", "--ignore-scripts"]);
console.log(`The version is ${next}.`);

async function must(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(command, args);
  if (code === 0) return;
  console.error(output);
  process.exit(1);
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    if (typeof manifest.version === "string") return manifest.version;
  }
  throw new Error("packages/sdk/package.json has no version.");
}

/** Writes the next version into each file that names the present one. At least one does. */
function write(pattern: string, place: RegExp): void {
  const naming = globSync(pattern).filter((path) => readFileSync(path, "utf8").search(place) >= 0);
  if (naming.length === 0) throw new Error(`No file of ${pattern} names the version.`);
  for (const path of naming) {
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(place, next));
  }
}
