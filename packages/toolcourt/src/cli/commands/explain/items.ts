import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import { itemDigest, type LockedItem } from "@toolcourt/contracts/internal/lock/locked-items";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Gateway } from "@toolcourt/gateway/internal/compose/open-gateway";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import type { ReviewedItem } from "@toolcourt/gateway/internal/relays/route";
import type { Terminal } from "../../command.ts";
import { suggested } from "../../suggest.ts";
import { nounOf } from "../lock/items.ts";

/** A prompt, a resource template or a view, and why it can be used or not. */
export interface ExplainedItem {
  readonly item: "prompt" | "template" | "view";
  readonly name: string;
  readonly server: string;
  readonly address: string;
  readonly mode: "strict" | "dynamic";
  readonly state: "usable" | "drifted" | "not-admitted" | "unsafe" | "name-taken";
  /** What is unsafe. Set only if it is held for that. */
  readonly problem?: string;
  /** How it differs from the lock. Set only if it is held for that. */
  readonly difference?: string;
  /** The server that has the name. Set only if it is another one. */
  readonly owner?: string;
  readonly lock: "new" | "same" | "different";
  readonly approved?: { readonly at: string; readonly by: string };
  readonly digest: string;
}

interface Known {
  readonly config: Config;
  /** The lock as read before the start. */
  readonly lock: Lock | undefined;
  readonly gateway: Pick<Gateway, "items">;
}

/**
 * Explains the prompt, template or view of a name. It is its own name, `server/name`, or either with
 * `prompt:`, `template:` or `view:` before it. Of namesakes, the owner is meant. Undefined if there
 * is none.
 */
export async function explainItem(name: string, known: Known): Promise<ExplainedItem | undefined> {
  const all = [...(await known.gateway.items())].flatMap(([server, { items }]) =>
    items.map((item) => ({ server, item })),
  );
  const found = all.filter(({ server, item }) => namesOf(server, item).includes(name));
  const meant = found.find(({ item }) => item.owner === undefined) ?? found[0];
  return meant && explanationOf(meant.server, meant.item, known);
}

function namesOf(server: string, { list, name }: ReviewedItem): readonly string[] {
  const kind = nounOf(list);
  const names = [name, `${server}/${name}`];
  return [...names, ...names.map((each) => `${kind}:${each}`)];
}

function explanationOf(
  server: string,
  offered: ReviewedItem,
  { config, lock }: Known,
): ExplainedItem | undefined {
  const settings = config.toolbox.servers.find((each) => each.name === server);
  if (settings === undefined) return undefined;
  const { address, mode } = settings;
  const { list, name, definition } = offered;
  const digest = itemDigest({ server, list, definition });
  const locked = lockState(lock?.items?.get(server)?.[list]?.get(name), digest);
  return {
    item: nounOf(list),
    name,
    server,
    address,
    mode,
    ...stateOf(offered),
    ...locked,
    digest,
  };
}

function stateOf({
  hold,
  owner,
}: ReviewedItem): Pick<ExplainedItem, "state" | "owner" | "difference" | "problem"> {
  if (owner !== undefined) return { state: "name-taken", owner };
  if (hold === undefined) return { state: "usable" };
  if (hold.kind === "not-admitted") return { state: hold.kind };
  if (hold.kind === "unsafe") return { state: hold.kind, problem: hold.problem };
  return { state: hold.kind, difference: hold.difference };
}

function lockState(
  locked: LockedItem | undefined,
  digest: string,
): Pick<ExplainedItem, "lock" | "approved"> {
  if (locked === undefined) return { lock: "new" };
  return {
    lock: locked.digest === digest ? "same" : "different",
    approved: { at: locked.approvedAt, by: locked.approvedBy },
  };
}

const verdicts = {
  usable: () => "can be used",
  drifted: ({ difference = "not known" }) =>
    `held: its definition is not the one in the lock, and the difference is ${difference}`,
  "not-admitted": () => "held: it is not admitted",
  unsafe: ({ problem = "" }) => `held: it is not safe, and no approval admits it: ${problem}`,
  "name-taken": ({ owner = "" }) => `left out: its name belongs to server ${printable(owner)}`,
} satisfies Record<ExplainedItem["state"], (item: ExplainedItem) => string>;

/** Formats an explanation for people, one fact per line. */
export function itemText(explained: ExplainedItem, terminal: Pick<Terminal, "suggest">): string {
  const { item, name, server, mode, address, state, digest } = explained;
  const next = nextOf(explained);
  const rows: readonly (readonly [string, string])[] = [
    ["kind", item === "template" ? "resource template" : item],
    ["server", `${printable(server)} (${mode}, ${printable(address)})`],
    ["lock", lockOf(explained)],
    ["digest", digest],
    ...(next === undefined ? [] : [["next", suggested(next, terminal)] as const]),
  ];
  const lines = rows.map(([title, text]) => `  ${title.padEnd(10)}  ${text}`);
  return [`${printable(name)}  ${verdicts[state](explained)}`, ...lines].join("\n");
}

function lockOf({ lock, approved, state }: ExplainedItem): string {
  if (approved === undefined) {
    return state === "usable"
      ? "not in the lock yet; the first list that a gateway reads adds it"
      : "not in the lock";
  }
  const by = `${printable(approved.at)} (${printable(approved.by)})`;
  return lock === "same" ? `as approved ${by}` : `differs from what was approved ${by}`;
}

/** Returns the next step, if one is needed. */
function nextOf({ state, item, server, name }: ExplainedItem): string | undefined {
  if (state === "usable" || state === "unsafe") return undefined;
  if (state !== "name-taken") {
    return "toolcourt lock, which shows what differs and approves it; then toolcourt reload";
  }
  const named = `${item}:${server}/${name}`;
  // Only a name that is safe in a shell becomes part of a command.
  if (!/^\w[\w./:-]*$/.test(named)) return "toolcourt lock";
  return `toolcourt lock --approve ${named}, which hands the name over`;
}
