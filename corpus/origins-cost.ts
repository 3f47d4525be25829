import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { JsonObject } from "@toolcourt/sdk";
import {
  createMemory,
  type OriginDeps,
  type OriginMemory,
} from "../packages/gateway/src/governance/sequences/origins/create-memory.ts";
import {
  type OriginEntry,
  writeOriginEntry,
} from "../packages/gateway/src/governance/sequences/origins/entry.ts";
import type { Flow } from "../packages/gateway/src/governance/sequences/origins/flow.ts";
import type { Row } from "./area.ts";

const histories = 1_000;
const calls = 50;
const rounds = 9;

/** What remembering and tracing cost. Times are the least of several rounds. */
export function costRows(deps: OriginDeps): readonly Row[] {
  return [
    { ...remembering(deps, "mail"), what: "remember a stranger's result, for each atom" },
    { ...remembering(deps, "own"), what: "remember a first-party result, for each atom" },
    tracing(deps),
    remembered(deps),
  ];
}

/** Twelve atoms, four for each of three records. */
function result(field: "mail" | "own", seed: number): JsonObject {
  const records = [0, 1, 2].map((at) => ({
    id: `m-${seed}-${at}`,
    from: `person${seed}.${at}@host${at}.example`,
    order: `PO_${seed}_${at}`,
    account: `DE${1e15 + seed * 3 + at}`,
  }));
  return { [field]: records };
}

const flow: Flow = {
  reach: "outside",
  argumentAt: () => ({ role: "destination", kind: "email", isGuessed: false }),
  resultAt: ([field, , name]) => ({
    origin: field === "own" ? "first-party" : "third-party",
    kind: name === "from" ? "email" : undefined,
    sensitivity: undefined,
    isDeclared: true,
  }),
};

function remember(memory: OriginMemory, field: "mail" | "own", seed: number): OriginEntry {
  const call = { tool: "list_messages", call: String(seed), at: seed };
  const args = { folder: "inbox" };
  const entry = memory.rememberResult({ call, flow, args, result: result(field, seed) });
  memory.apply(entry);
  return entry;
}

function remembering(deps: OriginDeps, field: "mail" | "own"): Omit<Row, "what"> {
  const figure = least(() => {
    let atoms = 0;
    const memories = Array.from({ length: 40 }, () => createMemory(deps));
    const us = timed(() => {
      for (let seed = 0; seed < 2_000; seed += 1) {
        const memory = memories[seed % memories.length];
        if (memory !== undefined) atoms += atomsOf(remember(memory, field, seed));
      }
    });
    return us / atoms;
  });
  return { figure, unit: "µs" };
}

function atomsOf({ fields }: OriginEntry): number {
  return fields.reduce((sum, [, , atoms]) => sum + atoms.length / 9, 0);
}

function tracing(deps: OriginDeps): Row {
  const memory = createMemory(deps);
  for (let seed = 0; seed < calls; seed += 1) remember(memory, "own", seed);
  const count = 10_000;
  const figure = least(() =>
    timed(() => {
      for (let at = 0; at < count; at += 1) {
        memory.trace({ to: `person${at % (2 * calls)}.1@host1.example` }, flow, calls);
      }
    }),
  );
  return { what: "trace a value, half of them known", figure: figure / count, unit: "µs" };
}

function remembered(deps: OriginDeps): Row {
  setFlagsFromString("--expose-gc");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above defines it
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const kept: { readonly memory: OriginMemory; readonly rows: string[] }[] = [];
  for (let history = 0; history < histories; history += 1) {
    const memory = createMemory(deps);
    const rows: string[] = [];
    for (let call = 0; call < calls; call += 1) {
      const field = call % 2 === 0 ? "mail" : "own";
      rows.push(writeOriginEntry(remember(memory, field, history * calls + call)));
    }
    kept.push({ memory, rows });
  }
  const both = used() - before;
  for (const { rows } of kept) rows.length = 0;
  const alone = used() - before;
  return {
    what: "1,000 histories of 50 calls of 12 atoms, with their rows",
    figure: both / 1e6,
    unit: "MB",
    bound: { at: "most", value: 50 },
    note: `${(alone / 1e6).toFixed(1)} MB without the rows of ${kept.length} histories`,
  };
}

function timed(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function least(measure: () => number): number {
  return Math.min(...Array.from({ length: rounds }, measure));
}
