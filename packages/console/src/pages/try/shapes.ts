import {
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";
import { type Effect, type RefusalBody, refusal } from "../../api/shapes.ts";
import type { Json } from "../../ui/json.ts";
import type { Issue } from "./issues.ts";

/** Whose approval a call needs. */
export type Approver = "caller" | "operator";

/** A tool, and what its form is made of. */
export interface ToolForm {
  readonly server: string;
  readonly name: string;
  /** The name that callers use. */
  readonly tool: string;
  readonly title: string | null;
  readonly description: string;
  readonly effect: Effect;
  readonly digest: string;
  readonly approval: Approver | null;
  /** The input schema. Null if the principal cannot call the tool now. */
  readonly input: Json | null;
  /** JSON Pointers of parameters that the host fills in. */
  readonly hosts: readonly string[];
  /** JSON Pointers of schemas with sensitive values. */
  readonly sensitive: readonly string[];
  /** Why it cannot be called. */
  readonly refusal: RefusalBody | null;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer was JSON
const json: Read<Json> = (value) => value as Json;

const approver = oneOf(["caller", "operator"]);

export const toolForm: Read<ToolForm> = object<ToolForm>({
  server: text,
  name: text,
  tool: text,
  title: nullable(text),
  description: text,
  effect: oneOf(["read", "write", "destroy"]),
  digest: text,
  approval: nullable(approver),
  input: nullable(json),
  hosts: list(text),
  sensitive: list(text),
  refusal: nullable(refusal),
});

const issue = object<Issue>({ pointer: text, message: text, missing: optional(list(text)) });

/** What would become of a call. */
export interface Verdict {
  readonly verdict: "allowed" | "refused";
  readonly approval: Approver | null;
  readonly statement: string | null;
  readonly policy: string | null;
  readonly limits: Limits | null;
  readonly refusal: RefusalBody | null;
  readonly issues: readonly Issue[];
}

export interface Limits {
  readonly timeoutMs: number;
  readonly maxInstances: number;
  readonly rate: { readonly maxCalls: number; readonly windowMs: number } | null;
}

export const verdict: Read<Verdict> = object<Verdict>({
  verdict: oneOf(["allowed", "refused"]),
  approval: nullable(approver),
  statement: nullable(text),
  policy: nullable(text),
  limits: nullable(
    object<Limits>({
      timeoutMs: number,
      maxInstances: number,
      rate: nullable(object({ maxCalls: number, windowMs: number })),
    }),
  ),
  refusal: nullable(refusal),
  issues: list(issue),
});

/** What has become of a call, without its result. */
export interface Ending {
  readonly callId: string;
  readonly outcome: "answered" | "failed" | "refused" | "waits";
  readonly ms: number;
  readonly refusal: RefusalBody | null;
  readonly issues: readonly Issue[];
  /** The request for approval that the call waits for. */
  readonly request: { readonly id: string } | null;
}

export const ending: Read<Ending> = object<Ending>({
  callId: text,
  outcome: oneOf(["answered", "failed", "refused", "waits"]),
  ms: number,
  refusal: nullable(refusal),
  issues: list(issue),
  request: nullable(object({ id: text })),
});
