import { join, resolve } from "node:path";
import { buildImage } from "./image/build.ts";
import { runImage } from "./image/run.ts";
import { run } from "./run.ts";

// npm run image [-- --run]
// Builds the packages, then an OCI image without a daemon and without pulling anything. `--run`
// writes it twice, compares the digests, inspects it and serves a call from it.

const folder = resolve(import.meta.dirname, "../.cache/image/toolcourt");
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const built = await run("node", ["scripts/build.ts"]);
if (built.code !== 0) throw new Error(built.output);
const image = await buildImage(folder);
console.log(`oci:${folder}:${image.version}`);
console.log(
  `${image.digest}, ${image.files} entries, ${megabytes(image.bytes)}, ${megabytes(image.layerBytes)} packed`,
);
if (process.argv.includes("--run")) {
  const again = await buildImage(join(folder, "../again"));
  if (again.digest !== image.digest) {
    throw new Error(`The image is not reproducible: ${image.digest}, then ${again.digest}.`);
  }
  console.log("ok   written twice from one build, byte for byte the same");
  for (const line of await runImage(folder, image)) console.log(line);
}
