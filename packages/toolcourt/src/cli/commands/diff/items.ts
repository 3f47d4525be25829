import { asTool } from "@toolcourt/contracts/internal/drift/classify-item";
import type { ItemsByServer } from "@toolcourt/contracts/internal/lock/locked-items";
import type { RevisedTool } from "@toolcourt/contracts/internal/revisions/revision";
import { createCleanText } from "@toolcourt/gateway/internal/boundary/cleaning/clean-value";
import { lists, readEntries, readList } from "@toolcourt/gateway/internal/relays/read-list";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { DiffSource, OfferedTool } from "./sources.ts";

/** The lists that are compared. Of a view, a lock has only digests, which say nothing of callers. */
const compared = ["prompts", "templates"] as const;
type Compared = (typeof compared)[number];

const prefixes = { prompts: "prompt:", templates: "template:" } satisfies Record<Compared, string>;

/** Writes a prompt or a template as a tool. No tool has such a name: it has a colon. */
function written(list: Compared, name: string, definition: JsonObject): JsonObject {
  // Arguments that share a name cannot be compared one by one.
  const tool = asTool(definition) ?? definition;
  return { ...tool, name: `${prefixes[list]}${name}` };
}

/** Returns the prompts and templates in a lock. */
export function lockedItems(items: ItemsByServer): readonly OfferedTool[] {
  return [...items].flatMap(([server, locked]) =>
    compared.flatMap((list) =>
      [...(locked[list] ?? [])].map(([name, { definition }]) => ({
        server,
        tool: written(list, name, definition),
      })),
    ),
  );
}

/** Lists the prompts and templates of a server, cleaned as the gateway does. */
export async function liveItems(
  upstream: Upstream,
  server: string,
  signal: AbortSignal,
): Promise<readonly OfferedTool[]> {
  const found: OfferedTool[] = [];
  for (const list of compared) {
    for (const { key, listed } of await entriesOf(upstream, list, signal)) {
      found.push({ server, tool: written(list, key, listed) });
    }
  }
  return found;
}

async function entriesOf(
  upstream: Upstream,
  list: Compared,
  signal: AbortSignal,
): Promise<ReturnType<typeof readEntries>> {
  const offering = list === "prompts" ? "prompts" : "resources";
  if (!isJsonObject(own(upstream.capabilities(), offering))) return [];
  const listed = await readList(lists[list], (request) => upstream.request(request, signal));
  return readEntries(listed, lists[list], (text) => cleanText(text).text);
}

const cleanText = createCleanText((text) => text);

/** Adds the prompts and templates if both sides know theirs. Otherwise all would seem new. */
export function withItems(source: DiffSource, other: DiffSource): DiffSource {
  if (source.items === undefined || other.items === undefined) return source;
  return { ...source, tools: [...source.tools, ...source.items] };
}

/** Drops the findings of rules about tools: a prompt has neither a version nor a removal date. */
export function withoutRules(tool: RevisedTool): RevisedTool {
  const isItem = Object.values(prefixes).some((prefix) => tool.name.startsWith(prefix));
  return isItem ? { ...tool, findings: [] } : tool;
}
