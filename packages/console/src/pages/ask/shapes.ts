import {
  boolean,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";
import type { Json } from "../../ui/json.ts";

/** Reads any JSON value. */
const json: Read<Json> = (value, at) => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return list(json)(value, at);
  return Object.fromEntries(map(json)(value, at));
};

const effects = ["read", "write", "destroy"] as const;

/** What answers questions. */
export interface Answering {
  readonly planner: "builtin" | "model";
  readonly summary: "off" | "extractive" | "paraphrase";
  readonly model: { readonly name: string } | null;
  readonly effects: readonly (typeof effects)[number][];
}

export const answering: Read<Answering> = object<Answering>({
  planner: oneOf(["builtin", "model"]),
  summary: oneOf(["off", "extractive", "paraphrase"]),
  model: nullable(object<{ readonly name: string }>({ name: text })),
  effects: list(oneOf(effects)),
});

export interface CallMade {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: Json;
}

export interface ResultShown {
  readonly structured: Json | undefined;
  readonly content: readonly Json[];
  readonly isError: boolean;
  readonly hints: Json | undefined;
  readonly sha256: string;
}

/** A claim, and where its quote stands in the structured result. */
export interface Claim {
  readonly claim: string;
  readonly evidence: string;
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

interface Rejected {
  readonly at: number;
  readonly reasons: readonly string[];
}

/** An answer of the host. Which members it has depends on its kind. */
export interface Answer {
  readonly kind: "blocked" | "needs_more_info" | "tool_result" | "tool_result_with_summary";
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly next: string | undefined;
  readonly question: string | undefined;
  readonly missing: readonly string[] | undefined;
  readonly call: CallMade | undefined;
  readonly toolRan: "no" | "unknown" | undefined;
  readonly result: ResultShown | undefined;
  readonly refused:
    | { readonly part: "parsing" | "summary"; readonly reasons: readonly string[] }
    | undefined;
  readonly quarantined: { readonly quarantineId: string } | undefined;
  readonly note: string | undefined;
  readonly summary: { readonly bullets: readonly Claim[] } | undefined;
  readonly mode: "extractive" | "paraphrase" | undefined;
  readonly rejected: readonly Rejected[] | undefined;
}

export const answer: Read<Answer> = object<Answer>({
  kind: oneOf(["blocked", "needs_more_info", "tool_result", "tool_result_with_summary"]),
  code: optional(text),
  message: optional(text),
  next: optional(text),
  question: optional(text),
  missing: optional(list(text)),
  call: optional(object<CallMade>({ callId: text, tool: text, arguments: json })),
  toolRan: optional(oneOf(["no", "unknown"])),
  result: optional(
    object<ResultShown>({
      structured: optional(json),
      content: list(json),
      isError: boolean,
      hints: optional(json),
      sha256: text,
    }),
  ),
  refused: optional(
    object<NonNullable<Answer["refused"]>>({
      part: oneOf(["parsing", "summary"]),
      reasons: list(text),
    }),
  ),
  quarantined: optional(object<NonNullable<Answer["quarantined"]>>({ quarantineId: text })),
  note: optional(text),
  summary: optional(
    object<NonNullable<Answer["summary"]>>({
      bullets: list(
        object<Claim>({ claim: text, evidence: text, pointer: text, start: number, end: number }),
      ),
    }),
  ),
  mode: optional(oneOf(["extractive", "paraphrase"])),
  rejected: optional(list(object<Rejected>({ at: number, reasons: list(text) }))),
});
