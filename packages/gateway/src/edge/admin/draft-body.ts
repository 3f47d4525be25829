import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Definition } from "../../http-tools/drafts/content.ts";
import { readWritten } from "../../http-tools/drafts/read-written.ts";
import { parseStrict } from "../../protocol/parse-strict.ts";
import { readBody } from "../read-body.ts";
import { isPlainJson } from "./read-digest.ts";

// Parsing blocks all calls. Larger documents are imported by the command, outside the gateway.
const mostBytes = 1024 * 1024;

/** Parses the object in the body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  if (!isPlainJson(request)) throw new Refusal("request-invalid", { because: "type" });
  const body = await readBody(request, mostBytes);
  if (body.kind === "too-large") throw new Refusal("request-invalid", { because: "size" });
  const reading = body.kind === "text" ? parseStrict(body.text) : undefined;
  if (reading === undefined || reading.kind === "refused" || !isJsonObject(reading.value)) {
    throw unexpected();
  }
  return reading.value;
}

interface Origin {
  readonly set: string;
  /** Origin of the document, as stated by the sender. */
  readonly from: string;
}

export type Written = Origin &
  (
    | { readonly kind: "document"; readonly document: string }
    | { readonly kind: "draft"; readonly draft: JsonObject }
  );

/** Reads a document to import, or a handwritten draft. */
export function writtenIn(body: JsonObject): Written {
  const { set, from, document, draft, ...others } = body;
  const origin = { set: textOf(set, setForm), from: textOf(from, fromForm) };
  if (Object.keys(others).length > 0) throw unexpected();
  if (typeof document === "string" && draft === undefined) {
    return { kind: "document", ...origin, document };
  }
  if (draft !== undefined && isJsonObject(draft) && document === undefined) {
    return { kind: "draft", ...origin, draft };
  }
  throw unexpected();
}

const setForm = /^[\w.-]{1,64}$/;
const fromForm = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

function textOf(value: JsonValue | undefined, form: RegExp): string {
  if (typeof value === "string" && form.test(value)) return value;
  throw unexpected();
}

/** Validates a draft in a body. */
export function definitionIn(value: JsonObject): {
  readonly definition: Definition;
  readonly documentDigest: string;
} {
  const reading = readWritten(JSON.stringify(value));
  if (reading.kind === "draft") return reading;
  const { problems } = reading;
  throw new Refusal("draft-unreadable", { file: "The draft", problems });
}

/** Returns the digest that was reviewed. Undefined if none is needed. */
export function digestIn(body: JsonObject, to: "approved" | "rejected"): string | undefined {
  const digest = own(body, "digest");
  const isOne = typeof digest === "string" && /^(?:sha256:)?[\da-f]{64}$/.test(digest);
  if (isOne && Object.keys(body).length === 1) return digest;
  if (to === "rejected" && Object.keys(body).length === 0) return undefined;
  throw unexpected();
}

function unexpected(): Refusal {
  return new Refusal("request-invalid", { because: "body" });
}
