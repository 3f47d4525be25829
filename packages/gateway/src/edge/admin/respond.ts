import type { ServerResponse } from "node:http";
import {
  type AdminErrorCode,
  adminCatalog,
} from "@toolcourt/contracts/internal/errors/admin-catalog";
import type { AdminEntry } from "@toolcourt/contracts/internal/errors/entry";
import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { StoreError } from "../../stores/store-error.ts";

/** Headers of every answer, against caching, content sniffing and framing. */
export const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

export function sendJson(response: ServerResponse, body: JsonObject): void {
  response.writeHead(200, headers).end(JSON.stringify(body));
}

export interface Refusing {
  readonly error: unknown;
  /** Additional HTTP headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the error in the common refusal format. Any other error is a bug and reveals nothing. */
export function sendRefusal(response: ServerResponse, { error, headers: more }: Refusing): void {
  const refusal =
    error instanceof StoreError ? new Refusal("admin-unavailable", { because: "store" }) : error;
  const { status, body } = answerTo(refusal);
  const parting = {
    // The rest of an oversized or unsupported body is not worth reading.
    ...((status === 413 || status === 415) && { connection: "close" }),
    ...(hasCode(error, "request-invalid") && error.details.allow && { allow: error.details.allow }),
  };
  response.writeHead(status, { ...headers, ...parting, ...more }).end(JSON.stringify(body));
}

function answerTo(error: unknown): { readonly status: number; readonly body: JsonObject } {
  if (!isRefusal(error) || !isAdminCode(error.code)) {
    return {
      status: 500,
      body: { error: { code: "gateway-failed", message: "The gateway failed." } },
    };
  }
  const { code, message, details, next } = error;
  const entry = entryOf(code);
  const { class: kind, retryable = false } = entry;
  const refused = { code, class: kind, retryable, message, evidence: { ...details }, next };
  return { status: entry.status(details), body: { error: refused } };
}

function isAdminCode(code: string): code is AdminErrorCode {
  return Object.hasOwn(adminCatalog, code);
}

function entryOf(code: AdminErrorCode): AdminEntry<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs codes and details, and so does the constructor of `Refusal`
  return adminCatalog[code] as AdminEntry<unknown>;
}
