import { parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import type { EntryForm } from "./known-states.ts";
import type { OriginMemory } from "./origins/create-memory.ts";
import { type OriginEntry, readOriginEntry, writeOriginEntry } from "./origins/entry.ts";
import type { Taint } from "./origins/taint.ts";
import type { PastCall } from "./question.ts";

/** What is known of the past of one principal. */
export interface PrincipalState {
  readonly memory: OriginMemory;
  readonly calls: CallList;
  /** Digests of the messages of the person that are known already. */
  readonly said: Set<string>;
}

/** What is known of the past of a tenant: values that were written, and calls that are added up. */
export interface TenantState {
  readonly taint: Taint;
  readonly calls: CallList;
}

/** One entry of a history, before it is written. */
export type HistoryBody =
  | { readonly kind: "said"; readonly digest: string; readonly origins: OriginEntry }
  | { readonly kind: "began"; readonly call: PastCall }
  | {
      readonly kind: "ended";
      /** Set if a statement counts calls, or looks for one. */
      readonly call?: PastCall | undefined;
      /** What was seen, as `createMemory` collected it. */
      readonly origins: readonly OriginEntry[];
    };

const past = z.strictObject({
  callId: z.string(),
  tool: z.string(),
  server: z.string(),
  name: z.exactOptional(z.string()),
  effect: z.enum(["read", "write", "destroy"]),
  reach: z.enum(["internal", "outside"]),
  at: z.number(),
  state: z.enum(["running", "ran", "failed", "lost"]),
  noted: z.record(z.string(), z.union([z.string(), z.number()])),
});

const body = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("said"), digest: z.string(), origins: z.string() }),
  z.strictObject({ kind: z.literal("began"), call: past }),
  z.strictObject({ kind: z.literal("ended"), call: past.optional(), origins: z.array(z.string()) }),
]);

function writeBody(written: HistoryBody): string {
  return JSON.stringify(written.kind === "began" ? written : withRows(written));
}

function withRows(written: Exclude<HistoryBody, { readonly kind: "began" }>): object {
  if (written.kind === "said") return { ...written, origins: writeOriginEntry(written.origins) };
  return { ...written, origins: written.origins.map(writeOriginEntry) };
}

/**
 * Reads an entry of a history.
 *
 * @throws TypeError if it has another form: an older or newer gateway wrote it, or it is damaged.
 */
function readBody(text: string): HistoryBody {
  const read = body.safeParse(parseJson(text));
  if (!read.success) throw new TypeError("An entry of a history has another form.");
  const { data } = read;
  if (data.kind === "began") return data;
  if (data.kind === "said") return { ...data, origins: readOriginEntry(data.origins) };
  return { ...data, origins: data.origins.map(readOriginEntry) };
}

/** How entries of all histories are written down. */
export const historyForm: EntryForm<HistoryBody> = { write: writeBody, read: readBody };

/** Returns the state of a principal after an entry. */
export function afterEntry(state: PrincipalState, entry: HistoryBody): PrincipalState {
  if (entry.kind === "said") {
    state.said.add(entry.digest);
    state.memory.apply(entry.origins);
    return state;
  }
  if (entry.call !== undefined) state.calls.put(entry.call);
  if (entry.kind === "ended") for (const seen of entry.origins) state.memory.apply(seen);
  return state;
}

/** Returns the state of a tenant after an entry. */
export function afterTenantEntry(state: TenantState, entry: HistoryBody): TenantState {
  if (entry.kind === "said") return state;
  if (entry.call !== undefined) state.calls.put(entry.call);
  if (entry.kind === "ended") for (const seen of entry.origins) state.taint.apply(seen);
  return state;
}

/** The longest window of a statement. */
const longestWindowMs = 30 * 86_400_000;

/** Calls in the order in which they began. */
export class CallList {
  #calls: PastCall[] = [];
  readonly #running = new Map<string, number>();

  find(callId: string): PastCall | undefined {
    const at = this.#running.get(callId);
    return at === undefined ? undefined : this.#calls[at];
  }

  get all(): readonly PastCall[] {
    return this.#calls;
  }

  /** All calls but this one, which may have been entered already. */
  before(callId: string): readonly PastCall[] {
    if (!this.#running.has(callId)) return this.#calls;
    return this.#calls.filter((call) => call.callId !== callId);
  }

  /** Adds a call, or replaces it once it has ended. */
  put(call: PastCall): void {
    const at = this.#running.get(call.callId);
    if (at === undefined) {
      if (call.state === "running") this.#running.set(call.callId, this.#calls.length);
      this.#calls.push(call);
    } else {
      this.#calls[at] = call;
      if (call.state !== "running") this.#running.delete(call.callId);
    }
    this.#forget(call.at);
  }

  /** Frees the room of calls that no window reaches any more, also of those that never ended. */
  #forget(now: number): void {
    const first = this.#calls[0];
    if (first === undefined || first.at > now - 2 * longestWindowMs) return;
    this.#calls = this.#calls.filter(({ at }) => at > now - longestWindowMs);
    this.#running.clear();
    for (const [at, { callId, state }] of this.#calls.entries()) {
      if (state === "running") this.#running.set(callId, at);
    }
  }
}
