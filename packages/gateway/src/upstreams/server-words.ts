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
    const body: unknown = Reflect.get(value, "body") ?? bodyIn(value);
    if (typeof body === "string") return saidBy("error", messageIn(body));
    // The SDK's errors of the protocol hold the server's message. Its other errors are its own.
    return typeof Reflect.get(value, "code") === "number" && value.name === "ProtocolError"
      ? saidBy("error", value.message)
      : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  return saidBy("stderr", own(value, "tail")) ?? saidBy("error", own(value, "message"));
}

/** Returns the body that an error of the SDK about an HTTP status holds. */
function bodyIn(error: Error): unknown {
  if (typeof Reflect.get(error, "status") !== "number") return undefined;
  const data: unknown = Reflect.get(error, "data");
  return typeof data === "object" && data !== null ? Reflect.get(data, "text") : undefined;
}

function saidBy(
  source: ServerWords["source"],
  text: JsonValue | undefined,
): ServerWords | undefined {
  if (typeof text !== "string") return undefined;
  const plain = withoutFrames(source === "stderr" ? text.slice(-maxRead) : text.slice(0, maxRead));
  return plain.trim() === "" ? undefined : { source, text: plain };
}

const frame = /^(?:\s+at \S.*|\s+File ".*", line \d+.*|Node\.js v[\d.]+\s*)$/;

/** Leaves out the lines of stack traces: they hide the reason, and name paths of the machine. */
export function withoutFrames(text: string): string {
  const lines = text.split("\n");
  const kept = lines.filter((line) => !frame.test(line));
  return kept.length === lines.length ? text : kept.join("\n");
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
