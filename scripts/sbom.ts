import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageFolders } from "./packed/install.ts";
import { readLockFile } from "./supply/lock-file.ts";
import { sbomOf, sbomText } from "./supply/sbom.ts";

// npm run sbom [-- <folder>]
// Writes one bill of materials (CycloneDX) for each published package. Default: .cache/sbom.

const root = resolve(import.meta.dirname, "..");
const folder = resolve(process.argv[2] ?? join(root, ".cache/sbom"));
const packages = readLockFile(root);
mkdirSync(folder, { recursive: true });
for (const name of packageFolders) {
  const sbom = sbomOf(packages, `packages/${name}`);
  const { version } = sbom.metadata.component;
  const file = join(folder, `${name}-${version}.cdx.json`);
  writeFileSync(file, sbomText(sbom));
  console.log(`${file}: ${sbom.components.length} components`);
}
