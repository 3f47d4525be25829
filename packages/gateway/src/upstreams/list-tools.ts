import { isJsonArray, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { UpstreamError } from "./upstream.ts";

export const maxPages = 64;
export const maxTools = 500;

/** Reads every page. Gives up on a server that pages or lists without end. */
export async function listAllTools(
  ask: (params: JsonObject) => Promise<JsonObject>,
): Promise<readonly JsonValue[]> {
  const tools: JsonValue[] = [];
  let params: JsonObject = {};

  for (let page = 0; page < maxPages; page += 1) {
    // Sequential, because each page names the next.
    const result = await ask(params);
    const listed = own(result, "tools");
    if (!isJsonArray(listed)) throw new UpstreamError({ kind: "garbled" });
    if (tools.length + listed.length > maxTools) throw tooLong();
    tools.push(...listed);

    const cursor = own(result, "nextCursor");
    // The empty string is a valid cursor; some servers send `null` for the last page.
    if (cursor === undefined || cursor === null) return tools;
    if (typeof cursor !== "string") throw new UpstreamError({ kind: "garbled" });
    params = { cursor };
  }
  throw tooLong();
}

function tooLong(): UpstreamError {
  return new UpstreamError({ kind: "list-too-long" });
}
