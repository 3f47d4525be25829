import { isJsonArray, type JsonArray, type JsonValue, valueAt } from "@toolcourt/sdk";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import type { HttpOperation, NextPage, Paging } from "../drafts/draft.ts";
import type { PageMark } from "./build-request.ts";
import { hasLargerTotal, namesFurtherPage } from "./left-behind.ts";
import { longestTaken, withList } from "./project.ts";
import type { ReadAnswer } from "./read-answer.ts";
import { textOf } from "./to-result.ts";

/** One page as received, with the data to find the next. */
export interface Page extends ReadAnswer {
  readonly url: string;
  readonly linkHeader?: string;
  readonly bytes: number;
}

/** The next page: a link as the target wrote it, or a mark in the same request. */
export type Further =
  | { readonly kind: "link"; readonly link: string; readonly from: string }
  | PageMark;

/** All pages merged. */
export interface Pages extends ReadAnswer {
  readonly pages: number;
  /** Absent if the answer is no list. */
  readonly items?: number;
  /** Whether everything was read. */
  readonly isComplete: boolean;
  /** Whether the target gave the same page again. Default: false. */
  readonly isRepeated?: boolean;
  /** Why the list is not whole, as a sentence. Default: none. */
  readonly ending?: string;
}

/** More than a result may have: reading further would be useless. */
const maxBytes = 16 * 1024 * 1024;

/** Reads as many pages as the operation allows. Reports whether there are more. */
export async function readPages(
  read: (further?: Further) => Promise<Page>,
  paging: Paging,
  allowsNext: () => Promise<boolean> = always,
): Promise<Pages> {
  const first = await read();
  const items: JsonValue[] = [...itemsOf(first, paging)];
  // A page seen before means a loop, so it is not read again.
  const seen = new Set([first.url]);
  let { bytes, isPartial } = first;
  let pages = 1;
  let last = first;
  let isRepeated = false;
  let next = furtherFrom(first, paging, { pages, items: items.length });
  const isOpen = (further: Further): boolean =>
    pages < paging.maxPages &&
    items.length < paging.maxItems &&
    bytes <= maxBytes &&
    !seen.has(placeOf(further));
  while (next !== undefined && isOpen(next) && (await allowsNext())) {
    seen.add(placeOf(next));
    const page = await read(next);
    // The target named a page that has no content, so the end of the list is not known.
    if (page.isEmpty === true) break;
    const found = furtherItems(page, paging);
    isRepeated = isSame(found, itemsOf(last, paging));
    if (isRepeated) break;
    last = page;
    append(items, found);
    bytes += last.bytes;
    isPartial ||= last.isPartial;
    pages += 1;
    next = furtherFrom(last, paging, { pages, items: items.length });
  }
  return { ...listOf({ first, last, items, next }, paging), pages, isPartial, isRepeated };
}

/** Pushes one by one: a page can have more items than a function takes arguments. */
function append(items: JsonValue[], found: JsonArray): void {
  for (const item of found) items.push(item);
}

/** Returns the list as far as it may be kept, and whether it is whole. */
function listOf(
  { next, ...read }: ReadList & { readonly next: Further | undefined },
  paging: Paging,
): Pick<Pages, "body" | "isEmpty" | "items" | "isComplete"> {
  const kept = read.items.slice(0, paging.maxItems);
  const isWhole = next === undefined && kept.length === read.items.length;
  const isComplete = isWhole && !isMoreAfter(read);
  return { ...merged(read.first, paging, kept), items: kept.length, isComplete };
}

function merged(
  { body, isEmpty = false }: Page,
  { items: pointer }: Paging,
  items: JsonArray,
): Pick<Pages, "body" | "isEmpty"> {
  return body === undefined ? { isEmpty } : { body: withList(body, pointer, items) };
}

interface ReadList {
  readonly first: Page;
  readonly last: Page;
  readonly items: JsonArray;
}

/** Some targets count in the first page only. */
function isMoreAfter({ first, last, items }: ReadList): boolean {
  return hasFurtherPage(last) || hasLargerTotal(first.body, items.length);
}

/** Reads the only page of an operation without paging. Reports whether it has more. */
export async function readPage(
  read: () => Promise<Page>,
  { response, discovery }: Pick<HttpOperation, "response" | "discovery">,
): Promise<Pages> {
  const page = await read();
  const { body, isPartial, isEmpty = false } = page;
  // The answer of a discovery is a list, so that a plain `total` counts its items.
  const kind = discovery === undefined ? "unknown" : "list";
  const items = longestTaken(response?.fields, body);
  const isComplete = !hasFurtherPage(page) && !hasLargerTotal(body, items, kind);
  return {
    pages: 1,
    isComplete,
    isPartial,
    isEmpty,
    ...(body !== undefined && { body }),
  };
}

function hasFurtherPage({ body, linkHeader = "" }: Page): boolean {
  return nextIn(linkHeader) !== undefined || namesFurtherPage(body);
}

async function always(): Promise<boolean> {
  return true;
}

function placeOf(further: Further): string {
  if (further.kind !== "link") return String(further.value);
  return URL.parse(further.link, further.from)?.href ?? further.link;
}

function itemsOf({ body }: Page, { items }: Paging): JsonArray {
  const found = body === undefined ? undefined : valueAt(body, items);
  return isJsonArray(found) ? found : [];
}

/** A list goes on as a list. Anything else is no end of it, such as an error with status 200. */
function furtherItems({ body = null }: Page, { items }: Paging): JsonArray {
  const found = valueAt(body, items);
  if (!isJsonArray(found)) throw new EgressFailure("garbled");
  return found;
}

/**
 * Returns whether two pages have the same items, byte for byte. Such a target ignores how pages are
 * asked for. An empty page repeats nothing: some targets have them in the middle of a list.
 */
function isSame(items: JsonArray, before: JsonArray): boolean {
  return (
    items.length > 0 &&
    items.length === before.length &&
    items.every((item, index) => textOf(item) === textOf(before[index] ?? null))
  );
}

interface Read {
  readonly pages: number;
  readonly items: number;
}

function furtherFrom(page: Page, paging: Paging, read: Read): Further | undefined {
  const { next } = paging;
  if (next.kind === "link") return linkTo(page, textAt(page, next.pointer));
  if (next.kind === "header") return linkTo(page, nextIn(page.linkHeader ?? ""));
  if (next.kind === "cursor") return pageBy(next.parameter, textAt(page, next.pointer));
  if (next.kind === "body-cursor") return pageIn(next.body, markAt(page, next.pointer));
  // An empty page is the last one: there is no other signal.
  if (itemsOf(page, paging).length === 0) return undefined;
  return pageBy(next.parameter, after(next, read));
}

function after({ counts, start }: Extract<NextPage, { kind: "offset" }>, read: Read): string {
  return String(start + read[counts]);
}

function linkTo({ url }: Page, link: string | undefined): Further | undefined {
  return link === undefined ? undefined : { kind: "link", link, from: url };
}

function pageBy(parameter: string, value: string | undefined): Further | undefined {
  return value === undefined ? undefined : { kind: "parameter", parameter, value };
}

function pageIn(pointer: string, value: string | number | undefined): Further | undefined {
  return value === undefined ? undefined : { kind: "body", pointer, value };
}

function textAt(page: Page, pointer: string): string | undefined {
  const mark = markAt(page, pointer);
  return mark === undefined ? undefined : String(mark);
}

/** Returns undefined for a missing mark: targets write null, an empty text, or nothing. */
function markAt({ body }: Page, pointer: string): string | number | undefined {
  const found = body === undefined ? undefined : valueAt(body, pointer);
  if (typeof found === "number") return found;
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** RFC 8288: returns the target of the link with relation `next`. */
export function nextIn(header: string): string | undefined {
  return [...header.matchAll(links)].find(([, , parameters = ""]) => isNext(parameters))?.[1];
}

function isNext(parameters: string): boolean {
  const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
  const relations = relation?.[1] ?? relation?.[2] ?? "";
  return relations.toLowerCase().split(/\s+/).includes("next");
}

const links = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+\s*(?:=\s*(?:"[^"]*"|[^\s;,"]+))?)*)/g;
