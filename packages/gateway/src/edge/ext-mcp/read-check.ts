import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { type Excess, excessIn } from "../../protocol/message-size.ts";
import { parseStrict } from "../../protocol/parse-strict.ts";
import { readMessage } from "../../protocol/read-message.ts";

/** The most that one message of a proxy may have. The same as of a client. */
export const maxCheckBytes = 4 * 1024 * 1024;

export type JsonReading =
  | { readonly kind: "object"; readonly value: JsonObject }
  | { readonly kind: "excess"; readonly excess: Excess }
  | { readonly kind: "unreadable" };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses the JSON of a check once and strictly, as every message is parsed. */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = textOf(bytes);
  if (text === undefined) return { kind: "unreadable" };
  const excess = excessIn(text);
  if (excess !== undefined) return { kind: "excess", excess };
  const reading = parseStrict(text);
  if (reading.kind === "refused" || !isJsonObject(reading.value)) return { kind: "unreadable" };
  return { kind: "object", value: reading.value };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads the params of a call as strictly as those of a client's message. Undefined if refused. */
export function readParams(method: string, bytes: Uint8Array | undefined): JsonObject | undefined {
  const reading = bytes === undefined ? undefined : readJson(bytes);
  if (reading?.kind !== "object") return undefined;
  const params = reading.value;
  const message = readMessage(JSON.stringify({ jsonrpc: "2.0", id: 0, method, params }));
  return message.kind === "refused" ? undefined : params;
}
