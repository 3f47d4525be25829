import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";

/** The tools of the servers that a proxy serves. */
export interface ProxiedTools {
  /** Returns our name of a server by that of the proxy. Undefined for one without contracts. */
  readonly serverOf: (service: string) => string | undefined;
  /** Finds a tool by the server's own name, held or not. */
  readonly toolOf: (server: string, tool: string) => RegisteredTool | undefined;
}

interface Listing {
  readonly serviceNames: readonly string[];
  /** What the principal may see, under public names. */
  readonly listed: readonly JsonObject[];
}

/**
 * Returns a proxy's list with only the tools that the principal may see, each as it was approved. A
 * tool whose description or schemas differ from ours is left out: it has drifted, and the contract is
 * not its own. Undefined if it is no list.
 */
export function approvedList(
  result: JsonObject,
  { serviceNames, listed }: Listing,
  tools: ProxiedTools,
): JsonObject | undefined {
  const entries = own(result, "tools");
  if (entries === undefined || !isJsonArray(entries)) return undefined;
  const shown = new Map(listed.map((each) => [own(each, "name"), each]));
  const approved = entries.flatMap((entry) => {
    const tool = isJsonObject(entry) ? toolOf(entry, serviceNames, tools) : undefined;
    const seen = tool && shown.get(tool.publicName);
    if (tool === undefined || seen === undefined || !isJsonObject(entry)) return [];
    return isAsApproved(entry, tool.contract.asReceived)
      ? [{ ...seen, name: own(entry, "name") ?? "" }]
      : [];
  });
  return { ...pageOf(result), tools: approved };
}

/** A proxy of several servers puts the name of the server before that of the tool. */
function toolOf(
  entry: JsonObject,
  serviceNames: readonly string[],
  { serverOf, toolOf: find }: ProxiedTools,
): RegisteredTool | undefined {
  const name = own(entry, "name");
  if (typeof name !== "string") return undefined;
  const found = serviceNames.flatMap((service) => {
    const server = serverOf(service);
    if (server === undefined) return [];
    const prefix = `${service}_`;
    const isPrefixed = serviceNames.length > 1 && name.startsWith(prefix);
    const tool = isPrefixed ? find(server, name.slice(prefix.length)) : find(server, name);
    return tool === undefined ? [] : [tool];
  });
  // A name that several servers could mean is of none.
  return found.length === 1 ? found[0] : undefined;
}

const compared = ["description", "inputSchema", "outputSchema"] as const;

function isAsApproved(entry: JsonObject, approved: JsonObject): boolean {
  return compared.every((key) => textOf(own(entry, key)) === textOf(own(approved, key)));
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}

const pageKeys = ["nextCursor", "resultType", "ttlMs", "cacheScope", "_meta"] as const;

function pageOf(result: JsonObject): JsonObject {
  return Object.fromEntries(
    pageKeys.flatMap((key) => {
      const value = own(result, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}
