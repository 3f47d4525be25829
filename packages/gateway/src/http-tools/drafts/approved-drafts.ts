import { hash } from "node:crypto";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { JsonObject } from "@toolcourt/sdk";
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

/** A draft that is not callable. */
export interface Withheld {
  readonly why: Uncallable;
  /** The declared name, annotations and terms. Undefined if the content is not readable. */
  readonly declared: JsonObject | undefined;
}

/** The currently approved drafts of a set. */
export interface ApprovedDrafts<Tool = ApprovedDraft> extends AsyncDisposable {
  readonly approved: () => readonly Tool[];
  /** Undefined if the draft is callable, or not in the set. */
  readonly whyNot: (name: string) => Withheld | undefined;
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
  const reading = { approvedIn: createReading(), declaredIn: createDeclared(store) };

  const look = async (signal: AbortSignal): Promise<void> => {
    const limit = { clock, ms: timeoutMs, signal };
    const revision = await withTimeout(limit, store.revision);
    if (revision === seen) return;
    const next = await withTimeout(limit, () => read(store, set, reading));
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
  readonly others: ReadonlyMap<string, Withheld>;
}

interface Reading {
  readonly approvedIn: (stored: StoredDraft) => ApprovedDraft | undefined;
  readonly declaredIn: (drafts: readonly Listed[]) => Promise<ReadonlyMap<string, JsonObject>>;
}

type Listed = Omit<StoredDraft, "content">;

async function read(
  store: DraftStore,
  set: string,
  { approvedIn, declaredIn }: Reading,
): Promise<Read> {
  const approved = (await store.approved(set)).flatMap((stored) => approvedIn(stored) ?? []);
  const callable = new Set(approved.map(({ name }) => name));
  const withheld = (await store.list({ set })).filter(({ name }) => !callable.has(name));
  const declared = await declaredIn(withheld);
  const others = new Map<string, Withheld>();
  for (const stored of withheld) {
    const standing = standingOf(stored);
    // Marked as approved, but the content is not the approved one.
    const why = standing === "callable" ? "changed" : standing;
    others.set(stored.name, { why, declared: declared.get(stored.digest) });
  }
  return { approved, others };
}

const readAtOnce = 50;

/**
 * Reads what withheld drafts declare, by digest. Only principals that could call a draft may learn
 * of it. Reads only changed drafts: there may be thousands.
 */
function createDeclared(store: DraftStore): Reading["declaredIn"] {
  let known: ReadonlyMap<string, JsonObject> = new Map();
  return async (drafts) => {
    const next = new Map<string, JsonObject>();
    for (let from = 0; from < drafts.length; from += readAtOnce) {
      const some = drafts.slice(from, from + readAtOnce);
      const found = await Promise.all(
        some.map(
          async (each) => known.get(each.digest) ?? declaredBy(await findAgain(store, each)),
        ),
      );
      for (const [index, { digest }] of some.entries()) {
        const declared = found[index];
        if (declared !== undefined) next.set(digest, declared);
      }
    }
    known = next;
    return next;
  };
}

/** Undefined if the draft has changed since it was listed: the next poll reads it. */
async function findAgain(
  store: DraftStore,
  { set, name, digest }: Listed,
): Promise<StoredDraft | undefined> {
  const found = await store.find(set, name);
  return found?.digest === digest ? found : undefined;
}

/** Keeps no schemas, which are most of a tool. */
function declaredBy(stored: StoredDraft | undefined): JsonObject | undefined {
  const tool = stored && readContent(stored)?.tool;
  if (tool === undefined) return undefined;
  const { name = "", annotations = {}, _meta = {} } = tool;
  return { name, annotations, _meta };
}

/** Parses only changed drafts. Usually one of a thousand changes, and calls wait meanwhile. */
function createReading(): Reading["approvedIn"] {
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
