import type { IncomingMessage } from "node:http";
import { type JsonObject, own } from "@toolcourt/sdk";
import { openTarget, type Target } from "../target.ts";
import { readBody, refusedBy, type ServiceAnswer, sendAnswer } from "./read-body.ts";

/** An index of Azure AI Search on this machine. */
export interface SearchService extends Target {
  readonly endpoint: string;
  /** The bodies of all searches. */
  readonly asked: readonly JsonObject[];
}

export interface SearchServiceOptions {
  readonly index: string;
  readonly key: string;
  readonly rows: readonly JsonObject[];
}

/**
 * Serves one index: all words, all fields or the selected ones, and a count. An unknown field is
 * refused as the service refuses it.
 */
export async function openSearchService(options: SearchServiceOptions): Promise<SearchService> {
  const asked: JsonObject[] = [];
  const target = await openTarget((request, response) => {
    readBody(request, (body) => {
      const refused = refusalOf(request, options);
      if (refused === undefined && body !== undefined) asked.push(body);
      sendAnswer(response, refused ?? answerTo(body ?? {}, options.rows));
    });
  });
  return { ...target, endpoint: `http://127.0.0.1:${target.port}`, asked };
}

function refusalOf(
  { headers, method, url = "/" }: IncomingMessage,
  { index, key }: SearchServiceOptions,
): ServiceAnswer | undefined {
  if (headers["api-key"] !== key) return refusedBy(403, "Forbidden");
  const wanted = `/indexes('${index}')/docs/search.post.search?api-version=2026-04-01`;
  return method === "POST" && url === wanted ? undefined : refusedBy(404, "NotFound");
}

function answerTo(body: JsonObject, rows: readonly JsonObject[]): ServiceAnswer {
  const unknown = selected(body).find((field) => !Object.hasOwn(rows[0] ?? {}, field));
  if (unknown === undefined) return { status: 200, body: found(body, rows) };
  const message = `Invalid expression: Could not find a property named '${unknown}'.`;
  return refusedBy(400, "InvalidRequestParameter", message);
}

function selected(body: JsonObject): readonly string[] {
  const select = own(body, "select");
  return typeof select === "string" ? select.split(",") : [];
}

function found(body: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const search = own(body, "search");
  const words = typeof search === "string" && search !== "*" ? search.split(" ") : [];
  const fitting = rows.filter((row) => {
    const text = JSON.stringify(row).toLowerCase();
    return words.every((word) => text.includes(word.toLowerCase()));
  });
  const top = own(body, "top");
  const fields = selected(body);
  const shown = fitting.slice(0, typeof top === "number" ? top : 50).map((row, place) => ({
    "@search.score": 2 - place / 100,
    ...Object.fromEntries(
      Object.entries(row).filter(([field]) => fields.length === 0 || fields.includes(field)),
    ),
  }));
  return { ...(own(body, "count") === true && { "@odata.count": fitting.length }), value: shown };
}
