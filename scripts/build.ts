import { rmSync } from "node:fs";
import { bundleCommand, bundleSdk } from "./bundle.ts";
import { buildConsole } from "./console/build-console.ts";
import { run } from "./run.ts";

// A stale file in `dist` would be published, so a build starts clean.
const names = ["sdk", "contracts", "gateway", "host", "toolcourt", "workflows", "azure"];
const packages = names.map((name) => `packages/${name}`);
for (const folder of packages) rmSync(`${folder}/dist`, { recursive: true, force: true });

const { code, output } = await run("tsc", ["-b", ...packages]);
if (code !== 0) {
  console.error(output);
  process.exit(code);
}
await bundleSdk();
await bundleCommand();
await buildConsole();
console.log(`Built ${packages.join(", ")}.`);
