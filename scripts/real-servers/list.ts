import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A published server, and what it needs to start without an account. */
export interface PublishedServer {
  /** Our name for it, and its folder. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly args: readonly string[];
  /** Placeholders for credentials that the server only checks for presence. */
  readonly env: Readonly<Record<string, string>>;
  readonly set: ServerSet;
}

/**
 * Defaults were changed for what was seen in sets A and B. Set C was added afterwards, so it shows
 * whether they generalize.
 */
export const serverSets = ["A", "B", "C"] as const;

export type ServerSet = (typeof serverSets)[number];

interface Listed {
  readonly package: string;
  readonly version: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: A or B, by the name. */
  readonly set?: "C";
}

/** Returns the servers of the list, or those that `only` names. Throws for an unknown name. */
export function listServers(only: readonly string[]): readonly PublishedServer[] {
  const text = readFileSync(join(import.meta.dirname, "servers.json"), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  const listed = JSON.parse(text) as readonly Listed[];
  const all = listed.map(({ args = [], env = {}, ...each }) => {
    return { ...each, args, env, name: nameOf(each.package), set: each.set ?? setOf(each.package) };
  });
  const unknown = only.find((name) => all.every((each) => each.name !== name));
  if (unknown !== undefined) {
    throw new Error(
      `There is no server "${unknown}"; there are ${all.map(({ name }) => name).join(", ")}.`,
    );
  }
  return only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
}

function nameOf(name: string): string {
  return name.replace(/^@/, "").replace("/", "-");
}

/** By the name alone, so that no result can move a server to the other set. */
function setOf(name: string): ServerSet {
  const [first = 0] = createHash("sha256").update(name).digest();
  return first % 2 === 0 ? "A" : "B";
}
