import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { reservedNames } from "../catalog/reserved-names.ts";
import { entries, isText, problem, toolboxOf } from "./entries.ts";
import { choice, listOf, toolName } from "./pieces.ts";

// How callers learn of tools: by the list, or by a search.

const discoveries = ["list", "search"] as const;
export type Discovery = (typeof discoveries)[number];

/** The key of one server, set or endpoint. Default: that of `server`. */
export const ownDiscovery = z.exactOptional(choice(discoveries));

/** The keys of `server`. */
export const discoveryKeys = {
  discovery: choice(discoveries).default("list"),
  pinned: listOf(toolName, "names of tools").default([]),
};

export interface DiscoveryConfig {
  /** For tools of servers that say nothing, and for local tools. */
  readonly default: Discovery;
  /** Public names of tools that stay in the list. */
  readonly pinned: readonly string[];
}

export function toDiscovery({
  discovery,
  pinned,
}: {
  readonly discovery: Discovery;
  readonly pinned: readonly string[];
}): DiscoveryConfig {
  return { default: discovery, pinned };
}

export function* discoveryProblems(file: JsonObject): Generator<Problem> {
  const server = own(file, "server");
  const pinned = isJsonObject(server) ? own(server, "pinned") : undefined;
  if (!isJsonArray(pinned)) return;
  const at = ["server", "pinned"];
  if (!searches(file)) {
    const message = "Without `discovery: search` every tool is in the list; leave this out.";
    yield problem(at, message, "key");
  }
  for (const [index, name] of pinned.entries()) {
    if (!isText(name)) continue;
    if (reservedNames.has(name)) {
      yield problem([...at, index], "The gateway always lists this tool; leave it out.");
    } else if (pinned.indexOf(name) < index) {
      yield problem([...at, index], "This is listed twice; remove one.");
    }
  }
}

/** Reports whether tools leave a list anywhere. */
export function searches(file: JsonObject): boolean {
  const { toolbox, path } = toolboxOf(file);
  const server = own(file, "server");
  const all = [
    ...entries(toolbox, path, "mcps"),
    ...entries(toolbox, path, "http"),
    ...entries(file, [], "endpoints"),
  ];
  const objects = [...(isJsonObject(server) ? [server] : []), ...all.map(({ value }) => value)];
  return objects.some((value) => own(value, "discovery") === "search");
}
