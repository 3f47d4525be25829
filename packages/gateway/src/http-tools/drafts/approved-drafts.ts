import { hash } from "node:crypto";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { DraftStore, StoredDraft } from "../../stores/draft-store.ts";
import { type Definition, readContent } from "./content.ts";
import { decisionOn, standingOf } from "./decision.ts";
import type { Callability } from "./state.ts";

/** A callable draft, exactly as approved. */
export interface ApprovedDraft extends Definition {
  readonly name: string;
  readonly digest: string;
  /** The approver and the time. */
  readonly by: string;
  readonly at: number;
}

/** Why a draft is not callable. */
export type Uncallable = Exclude<Callability, "callable">;

/** The currently approved drafts of a set. */
export interface ApprovedDrafts<Tool = ApprovedDraft> extends AsyncDisposable {
  readonly approved: () => readonly Tool[];
  /** Undefined if the draft is callable, or not in the set. */
  readonly whyNot: (name: string) => Uncallable | undefined;
  /** Notifies when the approved drafts of the set change. Returns the unsubscribe function. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Reads the store now. */
  readonly refresh: () => Promise<void>;
}

export interface WatchDeps extends Pick<Runtime, "clock"> {
  /** Poll interval. */
  readonly everyMs?: number;
}

const timeoutMs = 10_000;

/**
 * Keeps the approved drafts of a set in sync with the store. They stay unchanged while the store is
 * unavailable: calls cannot be recorded then, so none run.
 */
export async function openApprovedDrafts(
  store: DraftStore,
  set: string,
  { clock, everyMs = 2_000 }: WatchDeps,
): Promise<ApprovedDrafts> {
  const subscribers = new Set<() => void>();
  let seen: number | undefined;
  let state: Read = { approved: [], others: new Map() };
  const approvedIn = createReading();

  const look = async (signal: AbortSignal): Promise<void> => {
    const limit = { clock, ms: timeoutMs, signal };
    const revision = await withTimeout(limit, store.revision);
    if (revision === seen) return;
    const next = await withTimeout(limit, () => read(store, set, approvedIn));
    if (signal.aborted) return;
    seen = revision;
    const isSame = isSameList(next.approved, state.approved);
    state = isSame ? { ...next, approved: state.approved } : next;
    // Drafts of other sets, and unapproved ones, must not trigger a refresh of all tools.
    if (!isSame) for (const changed of subscribers) changed();
  };
  const polling = await poll({ clock, everyMs, look });
  return {
    approved: () => state.approved,
    whyNot: (name) => state.others.get(name),
    refresh: polling.now,
    subscribe: (changed) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose](),
  };
}

/** Compares by identity: unchanged drafts are the same objects. */
function isSameList(one: readonly ApprovedDraft[], other: readonly ApprovedDraft[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

interface Read {
  readonly approved: readonly ApprovedDraft[];
  readonly others: ReadonlyMap<string, Uncallable>;
}

type Reading = (stored: StoredDraft) => ApprovedDraft | undefined;

async function read(store: DraftStore, set: string, approvedIn: Reading): Promise<Read> {
  const approved = (await store.approved(set)).flatMap((stored) => approvedIn(stored) ?? []);
  const callable = new Set(approved.map(({ name }) => name));
  const others = new Map<string, Uncallable>();
  for (const stored of await store.list({ set })) {
    const standing = standingOf(stored);
    if (callable.has(stored.name)) continue;
    // Marked as approved, but the content is not the approved one.
    others.set(stored.name, standing === "callable" ? "changed" : standing);
  }
  return { approved, others };
}

/** Parses only changed drafts. Usually one of a thousand changes, and calls wait meanwhile. */
function createReading(): Reading {
  const known = new Map<string, { readonly text: string; readonly draft?: ApprovedDraft }>();
  return (stored) => {
    const { name } = stored;
    const text = hash("sha256", JSON.stringify(stored));
    const before = known.get(name);
    if (before?.text === text) return before.draft;
    const draft = readApproved(stored);
    known.set(name, { text, ...(draft && { draft }) });
    return draft;
  };
}

/** Reads an approved draft. The digest decides, not the stored state. */
function readApproved(stored: StoredDraft): ApprovedDraft | undefined {
  const content = readContent(stored);
  const decision = decisionOn(stored);
  if (content === undefined || decision === undefined) return undefined;
  if (standingOf(stored) !== "callable") return undefined;
  const { tool, operation } = content;
  const { name, digest } = stored;
  return { name, digest, tool, operation, by: decision.by, at: decision.at };
}
