import { isJsonArray, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { FoundServer } from "./found-server.ts";

/** Which tools of a server a client offers. */
export interface ToolFilter {
  readonly tools: Pick<FoundServer, "allowlist" | "denylist">;
  /** The keys that were read. */
  readonly read: readonly string[];
}

const keys = {
  allow: ["includeTools", "enabled_tools"],
  deny: ["excludeTools", "disabled_tools", "disabledTools"],
} as const;

/** Reads the lists of tools that an entry offers and hides. The configuration takes one of the two. */
export function toolFilterIn(entry: JsonObject): ToolFilter {
  const [allow, deny] = [listIn(entry, keys.allow), listIn(entry, keys.deny)];
  const read = [allow, deny].flatMap((each) => (each === undefined ? [] : [each.key]));
  if (allow !== undefined) {
    const hidden = new Set(deny?.names);
    return { tools: { allowlist: allow.names.filter((name) => !hidden.has(name)) }, read };
  }
  return { tools: deny === undefined ? {} : { denylist: deny.names }, read };
}

interface NamedTools {
  readonly key: string;
  readonly names: readonly string[];
}

/** A list with anything but names is named as not taken over, and not read in part. */
function listIn(entry: JsonObject, candidates: readonly string[]): NamedTools | undefined {
  return candidates
    .map((key) => ({ key, names: namesIn(own(entry, key)) }))
    .find((each): each is NamedTools => each.names !== undefined);
}

function namesIn(value: JsonValue | undefined): readonly string[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const names = value.filter((each) => typeof each === "string" && /^[\w./-]{1,128}$/.test(each));
  return names.length === value.length ? names.map(String) : undefined;
}
