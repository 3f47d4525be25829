import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";

/** What a server wrote about a failure, as received. */
export interface ServerWords {
  /** A protocol error, or the end of what its process wrote to its standard error. */
  readonly source: "error" | "stderr";
  readonly text: string;
}

/** Errors get wrapped, so the server's text may lie several causes deep. */
const deepest = 8;
/** Far more than is shown, so that no secret is cut before it is found. */
const maxRead = 10_000;

/**
 * Finds what a server itself wrote about a failure, among the causes of an error. The text is
 * untrusted: clean it before it goes anywhere. Undefined if the server wrote nothing.
 */
export function serverWords(error: unknown): ServerWords | undefined {
  let inner = error;
  for (let depth = 0; depth < deepest && inner !== undefined; depth += 1) {
    const words = wordsIn(inner);
    if (words !== undefined) return words;
    inner = inner instanceof Error ? inner.cause : undefined;
  }
  return undefined;
}

function wordsIn(value: unknown): ServerWords | undefined {
  if (value instanceof Error) {
    const body: unknown = Reflect.get(value, "body");
    if (typeof body === "string") return saidBy("error", messageIn(body));
    // The SDK's errors of the protocol hold the server's message. Its other errors are its own.
    return typeof Reflect.get(value, "code") === "number" && value.name === "ProtocolError"
      ? saidBy("error", value.message)
      : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  return saidBy("stderr", own(value, "tail")) ?? saidBy("error", own(value, "message"));
}

function saidBy(
  source: ServerWords["source"],
  text: JsonValue | undefined,
): ServerWords | undefined {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return { source, text: source === "stderr" ? text.slice(-maxRead) : text.slice(0, maxRead) };
}

/** Returns the message in the body of a refused request. Pages for browsers have none. */
function messageIn(body: string): JsonValue | undefined {
  const value = parsed(body);
  if (value === undefined) return body.trimStart().startsWith("<") ? undefined : body;
  if (!isJsonObject(value)) return undefined;
  const error = own(value, "error");
  if (isJsonObject(error)) return own(error, "message");
  return own(value, "error_description") ?? own(value, "message") ?? error;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
