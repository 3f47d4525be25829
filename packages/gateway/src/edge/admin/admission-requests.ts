import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { own } from "@toolcourt/sdk";
import { bodyOf } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about admissions. */
export type AdmissionAsk =
  | { readonly kind: "list" }
  | {
      readonly kind: "show" | "admit" | "withdraw";
      readonly server: string;
      readonly tool: string;
    };

interface AdmissionRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: AdmissionAsk["kind"];
}

const root = "/admin/v1/admissions";
const one = `${root}/{server}/{tool}`;

/** All paths of admissions. Public: never renamed, never reused. */
export const admissionRoutes: readonly AdmissionRoute[] = [
  { method: "GET", path: root, kind: "list" },
  { method: "GET", path: one, kind: "show" },
  { method: "POST", path: `${one}/admit`, kind: "admit" },
  { method: "POST", path: `${one}/withdraw`, kind: "withdraw" },
];

const match = matcherOf(admissionRoutes);

export function isAboutAdmissions({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/admissions(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function admissionAskIn({ url = "", method }: IncomingMessage): AdmissionAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  const [server = "", tool = ""] = parts.map(decoded);
  return route.kind === "list" ? { kind: route.kind } : { kind: route.kind, server, tool };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("request-invalid", { because: "path" });
  }
}

const maxBodyBytes = 4_096;
const maxNoteLength = 1_000;
const expected = `an object with digest, and at most a note of ${maxNoteLength} characters`;

/** The contract that the sender looked at, and why they decided. */
export interface AskedDecision {
  readonly digest: string;
  readonly note: string;
}

export async function decisionIn(request: IncomingMessage): Promise<AskedDecision> {
  const body = await bodyOf(request, maxBodyBytes);
  const [digest, note = ""] = body === undefined ? [] : [own(body, "digest"), own(body, "note")];
  const keys = Object.keys(body ?? {});
  const isKnown = keys.every((key) => ["digest", "note"].includes(key));
  if (!isKnown || typeof digest !== "string" || typeof note !== "string") throw unexpected;
  if (note.length > maxNoteLength) throw unexpected;
  return { digest, note };
}

const unexpected = new Refusal("request-invalid", { because: "body", expected });
