import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { bundle, licensesOf } from "../bundle.ts";
import { buildConsole, consoleFolder } from "../console/build-console.ts";
import { run } from "../run.ts";
import { executableEntries, executableRelocations } from "./places.ts";
import { mainProgram } from "./program.ts";

const root = resolve(import.meta.dirname, "../..");

/** Native code cannot be inside, and these are optional: a keyring, and faster clients. */
const native = new Set(["@napi-rs/keyring", "pg-native", "bufferutil", "utf-8-validate"]);

function isOutside(id: string): boolean {
  return isBuiltin(id) || native.has(id);
}

/** What Node replaces when a program is put into its binary. */
export const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Bundles the command with all its packages, and writes it as one blob. Returns the blob's path. */
export async function buildBlob(folder: string, node: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const into = join(folder, "modules");
  const chunks = await bundle(executableEntries, { into, isOutside, moves: executableRelocations });
  await buildConsole();
  const ofPages = readFileSync(join(consoleFolder, "THIRD-PARTY-LICENSES"), "utf8");
  const licenses = `${licensesOf(chunks, statedBy)}\n\n${ofPages}`;
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), licenses);
  writeFileSync(join(folder, "main.cjs"), mainProgram);
  const files = readdirSync(into, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".js"),
  );
  const assets = Object.fromEntries(files.map((path) => [path, join(into, path)]));
  const pages = join(folder, "console.json");
  writeFileSync(pages, JSON.stringify(pagesIn(consoleFolder)));
  const words = join(root, "packages/host/data/word-meanings.bin");
  const config = {
    main: join(folder, "main.cjs"),
    output: join(folder, "toolcourt.blob"),
    disableExperimentalSEAWarning: true,
    // Without compiled code the blob fits Node of the same version on every system.
    useCodeCache: false,
    assets: { ...assets, "word-meanings.bin": words, "console.json": pages },
  };
  writeFileSync(join(folder, "sea.json"), JSON.stringify(config));
  await must(run(node, ["--experimental-sea-config", join(folder, "sea.json")], folder));
  return config.output;
}

/** Returns the files of the built console by their paths, in base64. */
function pagesIn(folder: string): Readonly<Record<string, string>> {
  const paths = globSync("**/*.*", { cwd: folder });
  return Object.fromEntries(
    paths.map((path) => [
      path.replaceAll("\\", "/"),
      readFileSync(join(folder, path)).toString("base64"),
    ]),
  );
}

/** The license of a package without a file of it. `npm run supply` has judged it. */
function statedBy(folder: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a manifest of an installed package
  const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Stated;
  return `This package has no file of its license. Its manifest states: ${license}`;
}

interface Stated {
  readonly license: string;
}

/** Puts a blob into a copy of a Node binary. */
export async function inject(blob: string, node: string, into: string): Promise<void> {
  mkdirSync(resolve(into, ".."), { recursive: true });
  rmSync(into, { force: true });
  copyFileSync(node, into);
  chmodSync(into, 0o755);
  await must(run("postject", [into, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse]));
}

async function must(ran: ReturnType<typeof run>): Promise<void> {
  const { code, output } = await ran;
  if (code !== 0) throw new Error(output);
}

/** Returns what is wrong with an executable: its format, its fuse and the blob inside. */
export function flawsOf(file: string, blob: string, platform: string): readonly string[] {
  const bytes = readFileSync(file);
  const format = formatOf(bytes);
  const fused = bytes.indexOf(`${fuse}:`);
  const checks: readonly (readonly [passes: boolean, flaw: string])[] = [
    [format === platform, `expected the format of ${platform}, got ${format}`],
    [fused !== -1 && bytes[fused + fuse.length + 1] === 0x31, "the fuse of Node is not set"],
    [bytes.includes(readFileSync(blob)), "the program is not inside"],
  ];
  return checks.filter(([passes]) => !passes).map(([, flaw]) => `${file}: ${flaw}`);
}

/** Reads the system and the processor from the headers of ELF and PE. */
function formatOf(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from("\x7fELF", "latin1"))) {
    const machines: Readonly<Record<number, string>> = { 62: "linux-x64", 183: "linux-arm64" };
    return machines[bytes.readUInt16LE(18)] ?? "another ELF";
  }
  const at = bytes.subarray(0, 2).toString("latin1") === "MZ" ? bytes.readUInt32LE(60) : -1;
  const isPe = at !== -1 && bytes.subarray(at, at + 4).toString("latin1") === "PE\0\0";
  return isPe && bytes.readUInt16LE(at + 4) === 0x8664 ? "win-x64" : "unknown";
}
