import type { JsonObject } from "@toolcourt/sdk";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { CheckedResult } from "../pipeline/call.ts";

/** Maximum size of a search's answer, as JSON in UTF-8. */
export const maxFoundBytes = 65_536;

/** Length to which the description of a tool that does not fit is cut. */
const shortLength = 400;
/** Enough for the frame of the answer, and for one shortened tool. */
const frameBytes = 64;

/**
 * Writes the answer of a search: as many tools as fit, best first. A tool that does not fit is shown
 * without its schema, and the answer says how to get it.
 */
export function foundTools(tools: readonly JsonObject[]): CheckedResult {
  let left = maxFoundBytes - frameBytes;
  const shown: JsonObject[] = [];
  for (const tool of tools) {
    const [whole, short] = [wholeOf(tool), shortOf(tool, tools.length)];
    const fitting = [whole, short].find((each) => bytesOf(each) <= left);
    if (fitting === undefined) break;
    left -= bytesOf(fitting) + 1;
    shown.push(fitting);
  }
  const answer = { tools: shown };
  return {
    content: [{ type: "text", text: JSON.stringify(answer) }],
    structuredContent: answer,
    isError: false,
  };
}

function wholeOf(tool: JsonObject): JsonObject {
  const annotations = own(tool, "annotations");
  return {
    name: own(tool, "name") ?? "",
    description: own(tool, "description") ?? "",
    inputSchema: own(tool, "inputSchema") ?? {},
    ...(isJsonObject(annotations) && { annotations }),
  };
}

function shortOf(tool: JsonObject, found: number): JsonObject {
  const description = own(tool, "description");
  const text = typeof description === "string" ? description : "";
  const next =
    found === 1 ? "It is too large for an answer." : "Search for it with limit 1 to read it.";
  return {
    name: own(tool, "name") ?? "",
    description: text.slice(0, shortLength),
    inputSchemaOmitted: next,
  };
}

function bytesOf(value: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(value));
}
