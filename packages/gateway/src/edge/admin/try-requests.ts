import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { excessIn } from "../../protocol/message-size.ts";
import { type Ambiguity, parseStrict } from "../../protocol/parse-strict.ts";
import { readBody } from "../read-request.ts";
import { matcherOf } from "./match-route.ts";

/** A request to try a tool. */
export interface TryAsk {
  readonly kind: "form" | "try";
  readonly server: string;
  /** As the server names it. */
  readonly name: string;
}

interface TryRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: TryAsk["kind"];
}

const one = "/admin/v1/tools/{server}/{name}";

/** The paths of trying a tool. Public: never renamed, never reused. */
export const tryRoutes: readonly TryRoute[] = [
  { method: "GET", path: `${one}/form`, kind: "form" },
  { method: "POST", path: `${one}/try`, kind: "try" },
];

const match = matcherOf(tryRoutes);

export function isAboutTrying({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/tools\/[^/?]*\/[^/?]*\/(?:form|try)(?:\?|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function tryAskIn({ url = "", method }: IncomingMessage): TryAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  const [server = "", name = ""] = parts.map(decoded);
  return { kind: route.kind, server, name };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("request-invalid", { because: "path" });
  }
}

/** Arguments to try. */
export interface Attempt {
  readonly arguments: JsonObject;
  /** Whether only to say what would become of the call. */
  readonly isDry: boolean;
}

/** As much as a caller may send. */
const maxBodyBytes = 4 * 1024 * 1024;
const expected = '{"arguments": {…}}, and "dry": true to make no call';

/** Why a text that is JSON is none that two programs read alike. */
const ambiguities: Readonly<Record<Exclude<Ambiguity, "syntax">, string>> = {
  "duplicate-key": "each name once in an object",
  "reserved-key": "no member with the name __proto__",
  number: "no number with more digits than a double holds; send such a number as text",
  "broken-text": "text without half a surrogate pair",
  depth: "at most 64 levels",
};

export async function attemptIn(request: IncomingMessage): Promise<Attempt> {
  const { "content-type": type = "", "content-encoding": encoding } = request.headers;
  if (encoding !== undefined || !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new Refusal("request-invalid", { because: "type" });
  }
  const body = await readBody(request, maxBodyBytes);
  if (body.kind === "too-large") throw new Refusal("request-invalid", { because: "size" });
  return attemptOf(body.kind === "text" ? objectIn(body.text) : undefined);
}

function attemptOf(body: JsonObject = {}): Attempt {
  const [given, dry = false] = [own(body, "arguments"), own(body, "dry")];
  const isKnown = Object.keys(body).every((key) => ["arguments", "dry"].includes(key));
  if (!isKnown || !isJsonObject(given) || typeof dry !== "boolean") throw unexpected(expected);
  return { arguments: given, isDry: dry };
}

function objectIn(text: string): JsonObject | undefined {
  if (excessIn(text) !== undefined) throw new Refusal("request-invalid", { because: "size" });
  const reading = parseStrict(text);
  if (reading.kind === "value") return isJsonObject(reading.value) ? reading.value : undefined;
  throw unexpected(reading.because === "syntax" ? expected : ambiguities[reading.because]);
}

function unexpected(wanted: string): Refusal {
  return new Refusal("request-invalid", { because: "body", expected: wanted });
}
