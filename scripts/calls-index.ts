import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock as clock } from "../packages/contracts/src/kernel/clock.ts";
import { openDurableStores } from "../packages/gateway/src/compose/open-durable-stores.ts";
import { searchCalls } from "../packages/gateway/src/governance/calls/call-desk.ts";
import {
  CallIndexer,
  catchUp,
  indexedAtOnce,
} from "../packages/gateway/src/governance/calls/call-indexer.ts";
import type {
  CallFilter,
  CallPlace,
  FoundCalls,
} from "../packages/gateway/src/stores/call-store.ts";
import type { DurableStores } from "../packages/gateway/src/stores/durable-stores.ts";
import { patientDeadlineMs } from "../packages/gateway/src/stores/store-error.ts";
import { began, dayMs, entriesOf, idOf, subjectOf } from "./calls-index/recorded-calls.ts";

// npm run calls:index [-- --calls 1000000] [-- --postgres <address of an empty database>]
// Records calls as the gateway does, indexes them, and times the pages of the list.
// Exit 1: a page took longer than its bound.

const { values: flags } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    postgres: { type: "string" },
  },
});
const wanted = Number(flags.calls);
if (!Number.isSafeInteger(wanted) || wanted < 10_000) {
  console.error("Expected --calls with a whole number from 10000.");
  process.exit(2);
}

/** A person does not notice less. */
const pageBoundMs = 100;
const repeats = 20;
const inFlight = 8;
const callsOfEntry = 250;

const folder = await mkdtemp(join(tmpdir(), "calls-index-"));
try {
  const url = flags.postgres ?? "sqlite:state.db";
  await using stores = await openDurableStores(url, {
    clock,
    folder,
    deadlineMs: patientDeadlineMs,
  });
  await record(stores);
  await indexAll(stores);
  for (const [name, filter] of searches()) await timePages(stores, name, filter);
  await timeAppends(stores);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function record({ audit }: DurableStores): Promise<void> {
  const start = performance.now();
  for (let from = 0; from < wanted; from += inFlight * callsOfEntry) {
    const groups = Array.from({ length: inFlight }, (_, index) => from + index * callsOfEntry);
    await Promise.all(groups.map((first) => audit.append(entriesFrom(first), "committed")));
  }
  print("recorded", `${wanted} calls in ${seconds(start).toFixed(1)} s`);
}

function entriesFrom(first: number) {
  return Array.from({ length: callsOfEntry }, (_, index) =>
    entriesOf(first + index, wanted),
  ).flat();
}

async function indexAll({ calls }: DurableStores): Promise<void> {
  const before = await size();
  const start = performance.now();
  const steps: number[] = [];
  let step = start;
  const onStep = (): void => {
    steps.push(performance.now() - step);
    step = performance.now();
  };
  const { last } = await catchUp(calls, { clock, onStep });
  const took = seconds(start);
  print(
    "indexed",
    `${last} rows in ${took.toFixed(1)} s, ${Math.round(last / took)} rows a second`,
  );
  print(`step of ${indexedAtOnce} rows`, spread(steps));
  const grown = (await size()) - before;
  if (grown > 0) print("size", `log ${mb(before)} MB, index ${mb(grown)} MB`);
}

/** The bytes of the file. 0 for PostgreSQL. */
async function size(): Promise<number> {
  return flags.postgres === undefined ? (await stat(join(folder, "state.db"))).size : 0;
}

async function timePages(
  { calls }: DurableStores,
  name: string,
  filter: CallFilter,
): Promise<void> {
  const search = (behind?: CallPlace): Promise<FoundCalls> =>
    searchCalls(calls, filter, { clock, max: 50, behind });
  const first = await timed(() => search());
  const behind = await deepPlace(calls, filter);
  const later = await timed(() => search(behind));
  const found = (await search(behind)).calls.length;
  const isLate = Math.max(...first, ...later) > pageBoundMs;
  print(name, `first page ${spread(first)}; a later one ${spread(later)}, ${found} calls`, isLate);
}

async function deepPlace(
  calls: DurableStores["calls"],
  filter: CallFilter,
): Promise<CallPlace | undefined> {
  let page = await calls.list(filter, 1_000);
  for (let pages = 0; pages < 20 && page.next !== undefined; pages += 1) {
    page = await calls.list(filter, 1_000, page.next);
  }
  return page.next;
}

/** Compares appends alone with appends beside the reader, in turns. */
async function timeAppends({ audit, calls }: DurableStores): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  let next = wanted;
  const appendFor = async (ms: number): Promise<number[]> => {
    const until = performance.now() + ms;
    const times: number[] = [];
    while (performance.now() < until) {
      const start = performance.now();
      const numbers = Array.from({ length: 16 }, (_, index) => next + index);
      next += numbers.length;
      const append = async (number: number): Promise<void> => {
        await audit.append(entriesOf(number, wanted), "committed");
        times.push(performance.now() - start);
      };
      await Promise.all(numbers.map(append));
    }
    return times;
  };
  for (let turn = 0; turn < 10; turn += 1) {
    alone.push(...(await appendFor(1_000)));
    await using reader = new CallIndexer({ calls, clock });
    beside.push(...(await appendFor(1_000)));
    await reader[Symbol.asyncDispose]();
  }
  print("append alone", spread(alone));
  print("append beside the reader", spread(beside));
  const { indexedTo, last } = await calls.progress();
  print("behind after that", `${last - indexedTo} rows`);
}

function searches(): readonly (readonly [name: string, filter: CallFilter])[] {
  const month = began + 30 * dayMs;
  return [
    ["all", {}],
    ["one tool of many calls", { tool: "search_issues" }],
    ["one tool of few calls", { tool: "rare_tool" }],
    ["one server", { server: "crm" }],
    ["refused", { status: "refused" }],
    ["answered", { status: "answered" }],
    ["one code", { code: "rate-limited" }],
    ["one caller", { subject: subjectOf(7) }],
    ["one tenant", { tenant: "north" }],
    ["one day", { from: month, to: month + dayMs }],
    ["beginning of an id", { id: idOf(123_456).slice(0, 8) }],
    ["tool and outcome", { tool: "search_issues", status: "refused" }],
    ["tool and server that never meet", { tool: "search_issues", server: "files" }],
    ["code, tool and tenant", { code: "rate-limited", tool: "rare_tool", tenant: "north" }],
    ["caller and day", { subject: subjectOf(7), from: month, to: month + dayMs }],
    ["nothing", { tool: "no_such_tool" }],
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000;
}

function mb(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

function print(name: string, figure: string, isBad = false): void {
  console.log(`${isBad ? "FAIL" : "ok  "} ${name}: ${figure}`);
  if (isBad) process.exitCode = 1;
}
