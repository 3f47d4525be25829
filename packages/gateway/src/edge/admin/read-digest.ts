import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { parseStrict } from "../../protocol/parse-strict.ts";
import type { Decision } from "../../stores/approval-store.ts";
import { type BodyReading, readBody } from "../read-body.ts";

const maxBodyBytes = 64 * 1024;
const unread = { "too-large": "size", "not-text": "body" } as const satisfies Record<
  Exclude<BodyReading["kind"], "text">,
  string
>;

/** Returns the digest that an approval comes with. Undefined if none is needed. */
export async function digestIn(
  request: IncomingMessage,
  to: Decision["to"],
): Promise<string | undefined> {
  if (!isPlainJson(request)) throw new Refusal("request-invalid", { because: "type" });
  const body = await readBody(request, maxBodyBytes);
  if (body.kind !== "text") throw new Refusal("request-invalid", { because: unread[body.kind] });
  const reading = parseStrict(body.text);
  if (reading.kind === "refused" || !isJsonObject(reading.value)) throw unexpected(to);
  return to === "approved" ? digestOf(reading.value) : nothingIn(reading.value, to);
}

export function isPlainJson({ headers }: IncomingMessage): boolean {
  const { "content-type": type = "", "content-encoding": encoding } = headers;
  return encoding === undefined && /^application\/json\s*(?:;|$)/i.test(type);
}

function digestOf(body: JsonObject): string {
  const digest = own(body, "digest");
  const isOne = typeof digest === "string" && /^[\da-f]{12,64}$/.test(digest);
  if (!isOne || Object.keys(body).length !== 1) throw unexpected("approved");
  return digest;
}

function nothingIn(body: JsonObject, to: Decision["to"]): undefined {
  if (Object.keys(body).length > 0) throw unexpected(to);
}

function unexpected(to: Decision["to"]): Refusal {
  const expected = to === "approved" ? '{"digest": "…"}, its first 12 digits at least' : "{}";
  return new Refusal("request-invalid", { because: "body", expected });
}
