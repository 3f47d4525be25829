import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

// Targets tell in many ways that an answer is not all. An answer that looks complete and is not is
// worse than one word too many, so all common names count.

/** Objects of an answer that hold its marks, beside the answer itself. */
const holders = `_links links meta metadata page pageInfo page_info paging pagination properties
  response_metadata`.split(/\s+/);

const links = ["next", "nextUrl", "next_url"];

const marks = `$skipToken @odata.nextLink NextContinuationToken NextMarker NextToken
  continuationToken continuation_token nextCursor nextLink nextMarker nextPage nextPageToken
  nextPageUrl nextToken next_cursor next_link next_page next_page_token next_page_url next_token
  odata.nextLink skipToken`.split(/\s+/);

const flags = ["hasMore", "hasNextPage", "has_more", "has_next_page"];

const totals = `@odata.count totalCount totalElements totalItems totalRecords totalResults
  total_count total_elements total_items total_results`.split(/\s+/);

/** Returns whether an answer has a link, a token or a flag of a further page. */
export function namesFurtherPage(body: JsonValue | undefined): boolean {
  return objectsOf(body).some(
    (object) =>
      links.some((name) => isLink(own(object, name))) ||
      marks.some((name) => isMark(own(object, name))) ||
      flags.some((name) => own(object, name) === true),
  );
}

/**
 * Returns whether an answer counts more items than were read. Default: the longest list of the
 * answer was read. The name `total` alone may also be an amount, so it counts for lists only.
 */
export function hasLargerTotal(
  body: JsonValue | undefined,
  items = longestIn(body),
  kind: "list" | "unknown" = "list",
): boolean {
  const names = kind === "list" ? [...totals, "total"] : totals;
  return objectsOf(body).some((object) =>
    names.some((name) => {
      const total = own(object, name);
      return typeof total === "number" && Number.isInteger(total) && total > items;
    }),
  );
}

function objectsOf(body: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(body)) return [];
  return [body, ...holders.map((name) => own(body, name))].filter(isJsonObject);
}

/** An answer without a list has left no items behind. */
function longestIn(body: JsonValue | undefined): number {
  const lengths = objectsOf(body)
    .flatMap((object) => Object.values(object))
    .flatMap((each) => (isJsonArray(each) ? [each.length] : []));
  return lengths.reduce((longest, length) => Math.max(longest, length), lengths[0] ?? Infinity);
}

function isLink(value: JsonValue | undefined): boolean {
  const link = isJsonObject(value) ? own(value, "href") : value;
  return typeof link === "string" && /^(?:https?:\/\/|[/?])/i.test(link);
}

/** Targets write null, zero, an empty text, or nothing if there is no further page. */
function isMark(value: JsonValue | undefined): boolean {
  return typeof value === "number" ? value > 0 : typeof value === "string" && value !== "";
}
