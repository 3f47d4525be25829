import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { openTarget, type Target } from "../target.ts";

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
  const { index, key, rows } = options;
  const target = await openTarget(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const send = (status: number, body: JsonObject): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const url = new URL(request.url ?? "/", "http://search");
    const path = `/indexes('${index}')/docs/search.post.search`;
    if (request.headers["api-key"] !== key) return send(403, refusal("Forbidden", "No."));
    if (request.method !== "POST" || url.pathname !== path) return send(404, refusal("", "None."));
    if (url.searchParams.get("api-version") !== "2026-04-01") {
      return send(400, refusal("InvalidApiVersion", "Another version."));
    }
    const body = parseJson(Buffer.concat(chunks).toString());
    if (!isJsonObject(body)) return send(400, refusal("", "No object."));
    asked.push(body);
    const unknown = selected(body).find((field) => !Object.hasOwn(rows[0] ?? {}, field));
    if (unknown !== undefined) {
      const message = `Invalid expression: Could not find a property named '${unknown}'.`;
      return send(400, refusal("InvalidRequestParameter", message));
    }
    send(200, answer(body, rows));
  });
  return { ...target, endpoint: `http://127.0.0.1:${target.port}`, asked };
}

function refusal(code: string, message: string): JsonObject {
  return { error: { code, message } };
}

function selected(body: JsonObject): readonly string[] {
  const select = own(body, "select");
  return typeof select === "string" ? select.split(",") : [];
}

function answer(body: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const search = own(body, "search");
  const words = typeof search === "string" && search !== "*" ? search.split(" ") : [];
  const found = rows.filter((row) => {
    const text = JSON.stringify(row).toLowerCase();
    return words.every((word) => text.includes(word.toLowerCase()));
  });
  const top = own(body, "top");
  const fields = selected(body);
  const shown = found.slice(0, typeof top === "number" ? top : 50).map((row, place) => ({
    "@search.score": 2 - place / 100,
    ...Object.fromEntries(
      Object.entries(row).filter(([field]) => fields.length === 0 || fields.includes(field)),
    ),
  }));
  return { ...(own(body, "count") === true && { "@odata.count": found.length }), value: shown };
}
