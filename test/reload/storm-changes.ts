import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { JsonObject } from "@toolcourt/sdk";
import type { Random } from "../promises/random.ts";
import { serverEntry } from "../promises/server-entry.ts";
import type { Permitted } from "./in-force.ts";
import { writingEntry } from "./world.ts";

// The configurations of the storm, and the changes from one to the next.

export interface StormState {
  /** The servers, in the order of the file. */
  readonly servers: readonly string[];
  /** Tools on the denylists of their servers. */
  readonly denied: readonly string[];
  readonly keys: readonly string[];
  /** Changes the entries of some servers, which are then connected anew. */
  readonly variant: number;
}

/** `waits` and `narrows` are written without a reload. */
export type ChangeKind = "applied" | "reordered" | "refused" | "half-written" | "narrows" | "waits";

export interface Change {
  readonly kind: ChangeKind;
  readonly text: string;
  /** What is in force afterwards. Default: what was before. */
  readonly next?: StormState;
}

export const keys = ["tck_owner_of_the_storm_0123456789", "tck_guest_of_the_storm_0123456789"];
const [owner = "", guest = ""] = keys;
/** The first one is never changed, so its calls pass at all times. */
export const httpServers = ["calm", "east", "west", "north"];
const all = [...httpServers, "writer"];
const writerTool = "tell-process";

export const stormTools: readonly string[] = [
  ...httpServers.flatMap((name) => [`read-${name}`, `slow-${name}`]),
  writerTool,
];

export const firstState: StormState = {
  servers: ["calm", "east", "writer"],
  denied: [],
  keys,
  variant: 0,
};

/** Returns what callers may do under a configuration. */
export function permittedBy({ servers, denied, keys: known }: StormState): Permitted {
  const offered = servers.flatMap((name) =>
    name === "writer" ? [writerTool] : [`read-${name}`, `slow-${name}`],
  );
  return {
    tools: new Set(offered.filter((tool) => !denied.includes(tool))),
    keys: new Set(known),
  };
}

export type Urls = ReadonlyMap<string, string>;

export function configOf(state: StormState, urls: Urls): JsonObject {
  const { servers, denied, keys: known, variant } = state;
  const entryOf = (name: string): JsonObject => {
    if (name === "writer") {
      const defaults = { default_tool_config: { max_instances: 64 } };
      return writingEntry({ ...defaults, env: { VARIANT: String(variant) } });
    }
    const tool_denylist = denied.filter((tool) => tool.endsWith(`-${name}`));
    const max_instances = 64 + (name === "calm" ? 0 : variant % 2);
    const more = { default_tool_config: { max_instances }, tool_denylist };
    return serverEntry(name, urls.get(name) ?? "", more);
  };
  const listed = known.map((key) => ({
    name: key === owner ? "owner" : "guest",
    sha256: hash("sha256", key, "hex"),
    roles: ["caller"],
  }));
  return {
    server: { auth: { resource: "http://127.0.0.1:7420/mcp", keys: listed } },
    policy: { file: "policy.yaml" },
    toolbox: { max_concurrent: 256, mcps: servers.map(entryOf) },
  };
}

export const stormPolicy = `version: 1
roles: { caller: ["weather:read"] }
statements:
  - { id: all, effect: allow, roles: [caller], tools: ["*"] }
...
`;

/** Of ten changes in a row each kind has its part. The slow ones wait for the watch of the file. */
const kinds: readonly ChangeKind[] = [
  "applied",
  "refused",
  "applied",
  "half-written",
  "reordered",
  "narrows",
  "applied",
  "refused",
  "waits",
  "applied",
];

/** Returns the change number `turn` of what is in force. */
// oxlint-disable-next-line complexity -- one case for each kind of change
export function nextChange(
  state: StormState,
  { turn, random, urls }: { readonly turn: number; readonly random: Random; readonly urls: Urls },
): Change {
  const kind = kinds[turn % kinds.length] ?? "applied";
  const textOf = (of: StormState): string => JSON.stringify(configOf(of, urls));
  const other = otherState(turn, random);
  // Also what happens if nothing is left to take away.
  const applied: Change = { kind: "applied", text: textOf(other), next: other };
  switch (kind) {
    case "reordered": {
      const next = { ...state, servers: state.servers.toReversed() };
      return { kind, text: textOf(next), next };
    }
    case "narrows": {
      const next = narrowed(state, random);
      return next === undefined ? applied : { kind, text: textOf(next), next };
    }
    case "waits":
      return { kind, text: textOf({ ...state, servers: all, denied: [], keys, variant: turn }) };
    case "half-written": {
      const text = textOf(other);
      return { kind, text: text.slice(0, 1 + random.below(text.length - 1)) };
    }
    case "refused":
      return { kind, text: JSON.stringify(mistaken(configOf(other, urls), turn)) };
    case "applied":
      return applied;
  }
  return kind satisfies never;
}

function otherState(turn: number, random: Random): StormState {
  const isIn = (): boolean => random.next() < 0.6;
  const servers = all.filter((name) => name === "calm" || isIn());
  const denied = httpServers
    .filter((name) => name !== "calm" && random.next() < 0.3)
    .map((name) => `read-${name}`);
  // One server is always missing, so that each file can add something.
  const some = servers.length === all.length ? servers.slice(0, -1) : servers;
  return { servers: some, denied, keys: isIn() ? keys : [owner], variant: turn };
}

/** Takes away a server, a tool or a key. Undefined if only what never changes is left. */
function narrowed(state: StormState, random: Random): StormState | undefined {
  const { servers, denied, keys: known } = state;
  const removable = servers.filter((name) => name !== "calm");
  const deniable = removable
    .map((name) => `read-${name}`)
    .filter((tool) => tool !== "read-writer" && !denied.includes(tool));
  const ways: readonly StormState[] = [
    ...removable.map((gone) => ({ ...state, servers: servers.filter((name) => name !== gone) })),
    ...deniable.map((tool) => ({ ...state, denied: [...denied, tool] })),
    ...(known.includes(guest) ? [{ ...state, keys: [owner] }] : []),
  ];
  return ways[random.below(ways.length)];
}

/** Adds one mistake: an unknown key, a change that needs a restart, or a server that is not there. */
function mistaken(config: JsonObject, turn: number): JsonObject {
  const gone = serverEntry("gone", "http://127.0.0.1:9/mcp");
  const mistakes: readonly JsonObject[] = [
    { tolbox: {} },
    { stores: { url: "sqlite:other.db" } },
    { toolbox: { max_concurrent: 256, mcps: [gone] } },
  ];
  return { ...config, ...mistakes[Math.floor(turn / 6) % mistakes.length] };
}

/** What the log says of a change that takes effect, or waits, by itself. */
export const byItself: ReadonlyMap<Change["kind"], string> = new Map([
  ["narrows", "only takes away"],
  ["waits", "the change is not in force"],
]);

/** Tells a server of the storm from its guard. */
export function isServer(child: string): boolean {
  return readFileSync(`/proc/${child}/cmdline`, "utf8").includes("writing-server");
}
