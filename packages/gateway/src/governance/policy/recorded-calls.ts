import {
  type Effect,
  effects,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  own,
  parseJson,
} from "@toolcourt/sdk";
import type { AuditRow, AuditStore } from "../../stores/audit-store.ts";
import type { RecordedDecision } from "./learn-conditions.ts";
import { type Kind, kinds } from "./question.ts";

/** A call that a policy decided about, as the audit log has it. */
export interface RecordedCall {
  readonly callId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A pseudonym for a person. */
  readonly subject: string;
  readonly kind: Kind;
  readonly roles: readonly string[];
  readonly tenant: string | undefined;
  /** The name that the caller used. */
  readonly tool: string;
  readonly target: RecordedTarget;
  /** The version of the policy. */
  readonly policy: string;
  readonly decision: RecordedDecision;
}

interface RecordedTarget {
  readonly server: string;
  readonly name: string;
  readonly effect: Effect;
  readonly digest: string;
}

export interface RecordedCalls {
  /** The newest first. */
  readonly calls: readonly RecordedCall[];
  /** How many rows were read for them. */
  readonly rows: number;
}

const rowsAtOnce = 500;

/** Reads the last calls that a policy decided about, over at most `maxRows` rows of the log. */
export async function readRecordedCalls(
  audit: Pick<AuditStore, "last" | "read">,
  { last, maxRows }: { readonly last: number; readonly maxRows: number },
): Promise<RecordedCalls> {
  const calls: RecordedCall[] = [];
  const endings = new Map<string, Ending>();
  const newest = (await audit.last())?.sequence ?? 0;
  const oldest = Math.max(1, newest - maxRows + 1);
  let to = newest;
  while (to >= oldest && calls.length < last) {
    const from = Math.max(oldest, to - rowsAtOnce + 1);
    const rows = await audit.read(from, to - from + 1);
    for (const row of rows.toReversed()) {
      const call = callIn(row, endings);
      if (call !== undefined && calls.length < last) calls.push(call);
    }
    to = from - 1;
  }
  return { calls, rows: newest - to };
}

type Ending = Pick<RecordedCall, "policy" | "target" | "decision">;

/** Returns the call that a row opens, if its end is known. Remembers the ends of others. */
function callIn({ body }: AuditRow, endings: Map<string, Ending>): RecordedCall | undefined {
  const entry = objectIn(body);
  const callId = textIn(entry, "callId") ?? "";
  const kind = own(entry, "kind");
  if (kind === "call.closed") {
    const ending = endingIn(entry);
    if (ending !== undefined) endings.set(callId, ending);
    return undefined;
  }
  const ending = kind === "call.opened" ? endings.get(callId) : undefined;
  if (ending === undefined) return undefined;
  endings.delete(callId);
  return openedIn(entry, callId, ending);
}

/** Undefined for a call that no policy decided about, and for one that names no tool. */
function endingIn(entry: JsonObject): Ending | undefined {
  const policy = textIn(entry, "policy");
  const target = targetIn(own(entry, "target"));
  if (policy === undefined || target === undefined) return undefined;
  const statement = textIn(entry, "statement");
  const code = own(entry, "code");
  if (code === "not-permitted") return { policy, target, decision: { kind: code, statement } };
  if (code === "policy-denied") {
    return { policy, target, decision: { kind: "refused", statement } };
  }
  return statement === undefined
    ? undefined
    : { policy, target, decision: { kind: "allowed", statement } };
}

function openedIn(entry: JsonObject, callId: string, ending: Ending): RecordedCall | undefined {
  const [tool, at] = [textIn(entry, "tool"), own(entry, "at")];
  const caller = callerIn(entry);
  // A request about a resource or a prompt is another kind of question.
  const isRelayed = own(entry, "request") !== undefined;
  if (caller === undefined || isRelayed) return undefined;
  if (tool === undefined || typeof at !== "number") return undefined;
  return { ...ending, ...caller, callId, at, tool };
}

type Caller = Pick<RecordedCall, "subject" | "kind" | "roles" | "tenant">;

function callerIn(entry: JsonObject): Caller | undefined {
  const principal = own(entry, "principal");
  const subject = isJsonObject(principal) ? textIn(principal, "id") : undefined;
  if (!isJsonObject(principal) || subject === undefined) return undefined;
  const roles = own(entry, "roles");
  return {
    subject,
    kind: kinds.find((each) => each === own(principal, "kind")) ?? "user",
    roles: isJsonArray(roles) ? roles.filter((role) => typeof role === "string") : [],
    tenant: textIn(entry, "tenant"),
  };
}

function targetIn(value: unknown): RecordedTarget | undefined {
  if (!isJsonObject(value)) return undefined;
  const [server, name] = [textIn(value, "server"), textIn(value, "name")];
  const effect = effects.find((each) => each === own(value, "effect"));
  if (server === undefined || name === undefined || effect === undefined) return undefined;
  return { server, name, effect, digest: textIn(value, "contract") ?? "" };
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" ? value : undefined;
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
