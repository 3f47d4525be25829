import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { installedIn } from "../scripts/packed/install.ts";
import { run } from "../scripts/run.ts";
import { describeMachine, machineOf } from "./checkout.ts";
import { percentile } from "./figures.ts";
import {
  type Command,
  commandsIn,
  cpuSecondsOf,
  installCommand,
  must,
  serveAndRest,
} from "./scenarios/start.ts";

// npm run bench:against -- <commit>
// Compares the packed and installed command of a commit with that of this checkout: its
// dependencies, the processor time of its starts, and its memory at rest. Both take turns, so that
// a slow moment of the machine affects both.
// Exit 0: no median rose by more than 5 %. Exit 1: one did. Exit 2: it could not be measured.

const rounds = 15;
/** Memory at rest repeats within two percent, and each rest takes seconds. */
const restRounds = 5;
const allowed = 1.05;
const root = resolve(import.meta.dirname, "..");

const [commit = ""] = process.argv.slice(2);
if (!/^[0-9a-f]{7,40}$/.test(commit)) {
  console.error("Expected a commit: npm run bench:against -- <commit>");
  process.exit(2);
}
console.error(describeMachine(machineOf()));
const folder = mkdtempSync(join(tmpdir(), "toolcourt-against-"));
const checkout = join(folder, "checkout");
try {
  await must(run("git", ["worktree", "add", "--detach", checkout, commit], root));
  await must(run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], checkout));
  process.exitCode = await compare();
} finally {
  await run("git", ["worktree", "remove", "--force", checkout], root);
  rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<0 | 1> {
  const before = { place: placeOf("before"), checkout };
  const now = { place: placeOf("now"), checkout: root };
  for (const each of [before, now]) {
    await installCommand(each.place.folder, each.place.project, each.checkout);
  }
  const [old, own] = [before, now].map(({ place }) => dependenciesIn(place.project));
  const added = (own ?? []).filter((name) => old?.includes(name) !== true);
  console.log(`dependencies: ${old?.length} before, ${own?.length} now`);
  if (added.length > 0) console.log(`  added: ${added.join(", ")}`);

  const places = [before.place, now.place];
  const rose = [
    added.length > 0,
    ...(await startsOf(places)).map(tell),
    ...(await restsOf(places)).map(tell),
  ];
  return rose.includes(true) ? 1 : 0;
}

interface Place {
  readonly folder: string;
  readonly project: string;
}

function placeOf(name: string): Place {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  return { folder: own, project: join(own, "installed") };
}

/** The installed packages that are not ours. */
function dependenciesIn(project: string): readonly string[] {
  return installedIn(project).filter((name) => !/^(?:@toolcourt\/.+|toolcourt)$/.test(name));
}

/** A figure of each round, before and now. */
interface Compared {
  readonly what: string;
  readonly unit: string;
  readonly figures: readonly (readonly number[])[];
}

async function startsOf(places: readonly Place[]): Promise<readonly Compared[]> {
  const compared = ownCommands("").map(({ what }) => ({
    what,
    unit: "s",
    figures: noFigures(places),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { project }] of inTurn(places, round)) {
      for (const [nth, command] of ownCommands(project).entries()) {
        compared[nth]?.figures[at]?.push(await cpuSecondsOf(command, project));
      }
    }
  }
  return compared;
}

/** Node itself is the same before and now. */
function ownCommands(project: string): readonly Command[] {
  return commandsIn(project).filter(({ max }) => max !== undefined);
}

async function restsOf(places: readonly Place[]): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const store of ["memory:", "sqlite:state.db"]) {
    const [starts, rests] = [noFigures(places), noFigures(places)];
    for (let round = 0; round < rounds; round += 1) {
      const rest = round < restRounds ? {} : { rests: 0 };
      for (const [at, place] of inTurn(places, round)) {
        const { cpuSeconds, restMb } = await serveAndRest(store, { ...place, ...rest });
        starts[at]?.push(cpuSeconds);
        rests[at]?.push(restMb);
      }
    }
    compared.push({ what: `start of a gateway, ${store}`, unit: "s", figures: starts });
    const rested = rests.map((figures) => figures.slice(0, restRounds));
    compared.push({ what: `at rest, ${store}`, unit: "MB", figures: rested });
  }
  return compared;
}

function noFigures(places: readonly Place[]): readonly number[][] {
  return places.map(() => []);
}

/** The second one finds a warmer machine, so the order changes in each round. */
function inTurn(places: readonly Place[], round: number): readonly (readonly [number, Place])[] {
  const entries = [...places.entries()];
  return round % 2 === 0 ? entries : entries.toReversed();
}

/** Prints the medians. Returns whether the second is too large. */
function tell({ what, unit, figures }: Compared): boolean {
  const [before = 0, now = 0] = figures.map((each) => percentile(each, 0.5));
  const digits = unit === "s" ? 3 : 1;
  const change = `${((now / before - 1) * 100).toFixed(1)} %`;
  console.log(
    `${what}: ${before.toFixed(digits)} ${unit} before, ${now.toFixed(digits)} now, ${change}`,
  );
  return now > before * allowed;
}
