import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { KeptPromise, Proof } from "../test/promises/promise.ts";
import {
  figureLines,
  isShown,
  keepsAll,
  type PromiseReport,
  type Shown,
} from "../test/promises/report.ts";

// npm run promises [-- --short] [--only P2] [--json] [--seed 7]
// Exit 1 means that a promise is broken.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    json: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
// Many short-lived gateways run the same sources, so we share a compile cache.
process.env["NODE_COMPILE_CACHE"] ??= resolve(import.meta.dirname, "../.cache/compiled");
const seed = Number(flags.seed);
const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopped.abort());

const say = (line: string): void => {
  // Standard output is reserved for the JSON.
  if (flags.json) console.error(line);
  else console.log(line);
};

const note = (line: string): void => say(`    ${line}`);

const reports: PromiseReport[] = [];
for (const promise of await chosen()) reports.push(await proveAll(promise));
const broken = reports.filter((report) => !keepsAll(report)).map(({ promise }) => promise.id);
const proven = reports.filter(({ proofs }) => proofs.length > 0).length;
if (flags.json) console.log(JSON.stringify({ seed, short: flags.short, broken, reports }));
say(
  broken.length === 0
    ? `${proven} of ${reports.length} promises shown, and kept (seed ${seed}).`
    : `BROKEN: ${broken.join(", ")} (seed ${seed}).`,
);
// A proof may leave a connection open, which would keep the process alive.
process.exit(broken.length === 0 && reports.length > 0 ? 0 : 1);

async function chosen(): Promise<readonly KeptPromise[]> {
  const folder = resolve(import.meta.dirname, "../test/promises");
  const files = readdirSync(folder).filter((name) => /^p\d\d-[a-z0-9-]+\.ts$/.test(name));
  const found: KeptPromise[] = [];
  for (const file of files.toSorted()) {
    const exported: unknown = await import(join(folder, file));
    if (!hasPromise(exported)) throw new Error(`${file} exports no promise.`);
    found.push(exported.promise);
  }
  const wanted = flags.only.flatMap((ids) => ids.toUpperCase().split(","));
  const unknown = wanted.filter((id) => !found.some((promise) => promise.id === id));
  if (unknown.length > 0) {
    console.error(`There is no promise ${unknown.join(", ")}.`);
    process.exit(2);
  }
  return wanted.length === 0 ? found : found.filter(({ id }) => wanted.includes(id));
}

function hasPromise(exported: unknown): exported is { readonly promise: KeptPromise } {
  return typeof exported === "object" && exported !== null && "promise" in exported;
}

async function proveAll(promise: KeptPromise): Promise<PromiseReport> {
  say(`\n${promise.id}  ${promise.text}`);
  const proofs: Shown[] = [];
  for (const proof of promise.proofs) {
    const why = await whyLeftOut(proof);
    if (why !== undefined) {
      say(`  left out: ${proof.title} (${why})`);
      continue;
    }
    const shown = await prove(proof);
    proofs.push(shown);
    const verdict = isShown(shown) ? "kept" : "BROKEN";
    say(`  ${verdict}: ${shown.title} (${shown.seconds.toFixed(1)} s)`);
    for (const line of figureLines(shown)) say(line);
  }
  return { promise: { id: promise.id, text: promise.text }, proofs };
}

async function whyLeftOut({ fullOnly, missing }: Proof): Promise<string | undefined> {
  if (flags.short && fullOnly) return "only in the full run";
  return missing?.();
}

async function prove({ title, prove: show }: Proof): Promise<Shown> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  try {
    stopped.signal.throwIfAborted();
    const figures = await show({ short: flags.short, seed, note, signal: stopped.signal });
    return { title, seconds: seconds(), figures };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { title, seconds: seconds(), figures: [], failure };
  }
}
