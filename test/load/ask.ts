import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { outcomeOf } from "../gate/outcome.ts";
import { speak } from "../gate/speak.ts";
import type { Question } from "./questions.ts";

export interface Asking {
  readonly url: URL;
  readonly key: string;
  /** Ends the request before its answer. Default: only the patience of a caller ends it. */
  readonly leaving?: AbortSignal;
}

/** Longer than every timeout in the gateway. */
const patienceMs = 20_000;

/** Sends one request. Returns `answered`, the code of its refusal, or `unanswered`. */
export async function ask(
  { url, key, leaving }: Asking,
  { method, params }: Pick<Question, "method" | "params">,
  id: number,
): Promise<string> {
  const { message, headers } = speak("modern", { id, method, params, meta: {} });
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${key}`,
        ...headers,
      },
      body: JSON.stringify(message),
      signal: leaving === undefined ? patience : AbortSignal.any([patience, leaving]),
    });
    const body = await response.text();
    return response.status === 401 ? "http 401" : codeOf(parseJson(body));
  } catch {
    return "unanswered";
  }
}

/** Returns `answered`, the code of the refusal, or that of a protocol error. */
function codeOf(answer: unknown): string {
  if (!isJsonObject(answer)) return "unanswered";
  const { refused, rpc } = outcomeOf(answer);
  return refused ?? (rpc === undefined ? "answered" : `error ${rpc}`);
}
