import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonValue,
  own,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";
import type { NextPage, Paging } from "../drafts/draft.ts";
import type { ReadAnswer } from "./read-answer.ts";
import { putMember } from "./to-result.ts";

/** One page as received, with the data to find the next. */
export interface Page extends ReadAnswer {
  readonly url: string;
  readonly linkHeader?: string;
  readonly bytes: number;
}

/** The next page: a link as the target wrote it, or a query parameter. */
export type Further =
  | { readonly kind: "link"; readonly link: string; readonly from: string }
  | { readonly kind: "parameter"; readonly parameter: string; readonly value: string };

/** All pages merged. */
export interface Pages extends ReadAnswer {
  readonly pages: number;
  /** Absent if the answer is no list. */
  readonly items?: number;
  /** Whether everything was read. */
  readonly isComplete: boolean;
  /** Why reading stopped early, as a sentence. Default: none. */
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
  let next = furtherFrom(first, paging, { pages, items: items.length });
  const mayRead = async (further: Further): Promise<boolean> =>
    pages < paging.maxPages &&
    items.length < paging.maxItems &&
    bytes <= maxBytes &&
    !seen.has(placeOf(further)) &&
    (await allowsNext());
  while (next !== undefined && (await mayRead(next))) {
    seen.add(placeOf(next));
    last = await read(next);
    // Pushed one by one: a page can have more items than a function takes arguments.
    for (const item of itemsOf(last, paging)) items.push(item);
    bytes += last.bytes;
    isPartial ||= last.isPartial;
    pages += 1;
    next = furtherFrom(last, paging, { pages, items: items.length });
  }
  const kept = items.slice(0, paging.maxItems);
  return {
    pages,
    items: kept.length,
    isComplete: next === undefined && kept.length === items.length,
    isPartial,
    ...(first.body !== undefined && { body: withItems(first.body, paging.items, kept) }),
  };
}

async function always(): Promise<boolean> {
  return true;
}

function placeOf(further: Further): string {
  if (further.kind === "parameter") return further.value;
  return URL.parse(further.link, further.from)?.href ?? further.link;
}

function itemsOf({ body }: Page, { items }: Paging): JsonArray {
  const found = body === undefined ? undefined : valueAt(body, items);
  return isJsonArray(found) ? found : [];
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

/** Returns undefined for a missing link: targets write null, an empty text, or nothing. */
function textAt({ body }: Page, pointer: string): string | undefined {
  const found = body === undefined ? undefined : valueAt(body, pointer);
  if (typeof found === "number") return String(found);
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

/** Puts the items of all pages in place of the first page's items. */
function withItems(body: JsonValue, pointer: string, items: JsonArray): JsonValue {
  const name = pointerTokens(pointer).at(-1);
  if (name === undefined) return items;
  const holder = valueAt(body, pointer.slice(0, pointer.lastIndexOf("/")));
  if (isJsonObject(holder) && own(holder, name) !== undefined) putMember(holder, name, items);
  return body;
}
