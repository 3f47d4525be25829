import { hasView, namesView, type ViewAddresses } from "../../protocol/view-addresses.ts";
import { type ReceivedResult, writtenParts } from "./received-result.ts";

/** Returns a result that names views of its server as callers see them. The same if it names none. */
export function nameViews(
  result: ReceivedResult,
  server: string,
  views: ViewAddresses,
): ReceivedResult {
  const { content, meta, structured } = result;
  const isInContent = content.some(hasView);
  const isInMeta = meta !== undefined && namesView(meta);
  if (!isInContent && !isInMeta) return result;
  const named = isInContent ? content.map((block) => views.inBlock(server, block)) : content;
  return {
    ...result,
    content: named,
    meta: isInMeta ? views.inMeta(server, meta) : meta,
    written: isInContent ? writtenParts(named, structured) : result.written,
  };
}
