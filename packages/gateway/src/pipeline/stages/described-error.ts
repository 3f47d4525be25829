import { firstOf, quotation } from "@toolcourt/contracts/internal/errors/quotation";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { CheckedResult } from "../call.ts";

/** What every error of a tool has to say, in fields of its own. */
export interface DescribedError {
  readonly code: string | number;
  readonly message: string;
}

const maxMessage = 500;

/**
 * Returns the code and the message of an error, at the root or under `error`. Undefined if either is
 * missing.
 */
export function describedError(structured: JsonValue | undefined): DescribedError | undefined {
  if (!isJsonObject(structured)) return undefined;
  const nested = own(structured, "error");
  const error = isJsonObject(nested) ? nested : structured;
  const [code, message] = [own(error, "code"), own(error, "message")];
  if (typeof message !== "string" || message === "") return undefined;
  if (typeof code !== "number" && (typeof code !== "string" || code === "")) return undefined;
  return { code, message };
}

/** Returns an error reduced to its code and message, for a schema that describes no errors. */
export function reducedError({ code, message }: DescribedError): JsonObject {
  return {
    code: typeof code === "string" ? firstOf(code, 64) : code,
    message: firstOf(message, maxMessage),
  };
}

/** Cleans a text of a tool's server for a quotation. Undefined if it may not be quoted. */
export type Quote = (text: string) => string | undefined;

/** Returns our own refusal in place of an error without code and message. */
export function replacedError(
  tool: string,
  content: readonly JsonObject[],
  quote: Quote,
): CheckedResult {
  const shown = toMcp(new Refusal("error-undescribed", { tool }));
  const ours: JsonObject = shown.kind === "result" ? shown.result : {};
  const [blocks, meta] = [own(ours, "content"), own(ours, "_meta")];
  const quoted = quote(content.flatMap(textsIn).join("\n"));
  return {
    content: [
      ...(isJsonArray(blocks) ? blocks : []),
      ...(quoted === undefined || quoted.trim() === "" ? [] : [quotation(quoted)]),
    ],
    isError: true,
    ...(isJsonObject(meta) && { meta }),
  };
}

function textsIn(block: JsonObject): readonly string[] {
  const text = own(block, "type") === "text" ? own(block, "text") : undefined;
  return typeof text === "string" ? [text] : [];
}
