import { differences } from "@toolcourt/contracts/internal/drift/classify";
import type { Drifted, DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";

/** Message to the other replicas: look at this server again. */
export interface RegistryNotice {
  /** The sending replica. A replica ignores its own notices. */
  readonly from: string;
  readonly server: string;
  /** Drifted tools. The server may show their old contracts again when other replicas look. */
  readonly drifted: DriftedTools;
}

/** PostgreSQL limits a payload to 8,000 bytes, and a name can take seven bytes per character. */
const mostTools = 3;
const longestName = 256;
const longestNotice = 8_000;

/** Formats a notice as one text, or as several if it has many tools. */
export function formatNotice({ from, server, drifted }: RegistryNotice): readonly string[] {
  const tools = [...drifted].filter(([tool]) => tool.length <= longestName);
  const texts: string[] = [];
  do {
    const some = tools.splice(0, mostTools).map(([tool, { difference, digest }]) => {
      return [tool, difference, digest];
    });
    texts.push(JSON.stringify({ from, server, drifted: some }));
  } while (tools.length > 0);
  return texts;
}

/**
 * Parses a notice from a shared store. Accepts exactly what we would have written, or returns
 * undefined.
 */
export function readNotice(text: string): RegistryNotice | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value) || Object.keys(value).toSorted().join() !== "drifted,from,server") {
    return undefined;
  }
  const [from, server] = [own(value, "from"), own(value, "server")];
  const drifted = driftedIn(own(value, "drifted"));
  if (typeof from !== "string" || typeof server !== "string" || drifted === undefined) {
    return undefined;
  }
  return { from, server, drifted };
}

function jsonIn(text: string): JsonValue | undefined {
  if (text.length > longestNotice) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function driftedIn(value: JsonValue | undefined): DriftedTools | undefined {
  if (!isJsonArray(value) || value.length > mostTools) return undefined;
  const tools = value.map(toolIn).filter((tool) => tool !== undefined);
  return tools.length === value.length ? new Map(tools) : undefined;
}

function toolIn(value: JsonValue): readonly [tool: string, drifted: Drifted] | undefined {
  if (!isJsonArray(value) || value.length !== 3) return undefined;
  const [tool, said, digest] = value;
  const difference = differences.find((each) => each === said);
  if (typeof tool !== "string" || tool.length > longestName || difference === undefined) {
    return undefined;
  }
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  return [tool, { difference, digest }];
}
