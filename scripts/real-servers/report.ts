import { serverSets } from "./list.ts";
import type { Measured } from "./measure.ts";

/** Sums over several servers. Servers that list no tools count in `servers` only. */
export interface Totals {
  readonly servers: number;
  readonly listing: number;
  readonly tools: number;
  readonly callable: number;
  readonly withApproval: number;
  readonly heldAfter: number;
  /** Shares of all tools, from 0 to 1. */
  readonly callableShare: number;
  readonly freeShare: number;
}

export function totalsOf(all: readonly Measured[]): Totals {
  const sum = (of: (each: Measured) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  const tools = sum((each) => each.tools);
  const callable = sum((each) => each.callable);
  const withApproval = sum((each) => each.withApproval);
  return {
    servers: all.length,
    listing: all.filter(({ because }) => because === undefined).length,
    tools,
    callable,
    withApproval,
    heldAfter: sum(({ heldAfter }) => heldAfter.length),
    callableShare: tools === 0 ? 1 : callable / tools,
    freeShare: tools === 0 ? 1 : (callable - withApproval) / tools,
  };
}

const minCallable = 0.95;
const minFree = 0.75;

/** Returns every bound that is missed, as one sentence each. */
export function missedBounds(all: readonly Measured[]): readonly string[] {
  const { callableShare, freeShare, heldAfter, listing } = totalsOf(all);
  const nameless = all.flatMap(({ held }) => held.filter(({ command }) => command === undefined));
  return [
    listing === 0 ? "No server lists its tools." : [],
    callableShare < minCallable ? `Fewer than ${percent(minCallable)} are callable.` : [],
    freeShare < minFree ? `Fewer than ${percent(minFree)} are callable without approval.` : [],
    nameless.length > 0 ? `No command is named for ${nameless.length} held tools.` : [],
    heldAfter > 0 ? `${heldAfter} tools are held after the named commands.` : [],
  ].flat();
}

/** Formats the table: one row a server, then the held tools, then the totals. */
export function reportLines(all: readonly Measured[]): readonly string[] {
  const rows = all.map((each) => [
    each.server,
    each.version,
    each.set,
    ...(each.because === undefined
      ? [String(each.tools), String(each.callable), String(each.withApproval), refusedIn(each)]
      : ["-", "-", "-", each.because]),
  ]);
  const sets = serverSets.flatMap((set) => {
    const own = all.filter((each) => each.set === set);
    return own.length === 0 ? [] : [totalRow(`set ${set}`, own)];
  });
  return [...aligned([head, ...rows]), "", ...sets, totalRow("all", all)];
}

const head = ["server", "version", "set", "tools", "callable", "approval", "refused by"];

function refusedIn({ held }: Measured): string {
  const counts = new Map<string, number>();
  for (const { because } of held) counts.set(because, (counts.get(because) ?? 0) + 1);
  return [...counts].map(([because, count]) => `${count} ${because}`).join(", ");
}

function totalRow(title: string, all: readonly Measured[]): string {
  const { servers, listing, tools, callable, withApproval, heldAfter, ...shares } = totalsOf(all);
  const parts = [
    `${listing} of ${servers} servers list ${tools} tools`,
    `${callable} callable (${percent(shares.callableShare)})`,
    `${callable - withApproval} without approval (${percent(shares.freeShare)})`,
    `${heldAfter} held after the named commands`,
  ];
  return `${title}: ${parts.join(", ")}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
