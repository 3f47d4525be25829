import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Finding } from "@toolcourt/sdk/rules";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { DraftFilter, DraftStore, StoredDraft } from "../../stores/draft-store.ts";
import type { Definition, DraftContent } from "./content.ts";
import { decide, see } from "./decide.ts";
import type { DraftNote } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { type ImportAsked, type ImportOutcome, importInto } from "./import-into.ts";
import type { JudgedDraft } from "./judge-drafts.ts";
import { addDraft, editDraft } from "./write.ts";

/** A draft without its content. */
export type DraftSummary = Omit<StoredDraft, "content">;

/** The full view for an approver. */
export interface SeenDraft {
  readonly stored: StoredDraft;
  readonly content: DraftContent;
  readonly findings: readonly Finding[];
  /** Whether the rules permit an approval. */
  readonly approvable: boolean;
}

/** A draft written or edited by a person. */
export interface Writing {
  readonly set: string;
  readonly definition: Definition;
  readonly by: string;
  /** Source as named by the author. */
  readonly from: string;
  /** SHA-256 of the text read. */
  readonly documentDigest: string;
  /** The version that was edited. Default: the current one. */
  readonly replaces?: number;
}

export type WriteResult =
  | { readonly kind: "written" | "unchanged"; readonly judged: JudgedDraft }
  /** The name exists already, or does not exist. */
  | { readonly kind: "taken" | "unknown" }
  /** Lost a race with a concurrent change. */
  | { readonly kind: "overtaken" };

export interface Verdict {
  readonly to: "approved" | "rejected";
  readonly by: string;
  /** Digest of the shown draft. Required for an approval. */
  readonly digest?: string;
  /** `never`: authors cannot approve their own draft. */
  readonly self: "may" | "never";
}

export type DecideResult =
  | { readonly kind: "decided"; readonly draft: StoredDraft }
  | { readonly kind: "unknown" | "differs" | "own" | "settled" }
  /** The rules found errors. */
  | { readonly kind: "flawed"; readonly findings: readonly Finding[] };

/** Draft tools and their lifecycle. Every change is one transaction with its audit entry. */
export interface Drafts {
  readonly importDocument: (asked: ImportAsked) => Promise<ImportOutcome>;
  readonly add: (writing: Writing) => Promise<WriteResult>;
  readonly edit: (name: string, writing: Writing) => Promise<WriteResult>;
  readonly list: (filter: DraftFilter) => Promise<readonly DraftSummary[]>;
  /** `damaged` if the stored content does not match its digest. */
  readonly show: (set: string, name: string) => Promise<SeenDraft | "damaged" | undefined>;
  readonly decide: (set: string, name: string, verdict: Verdict) => Promise<DecideResult>;
}

export interface DraftsDeps extends Pick<Runtime, "clock"> {
  readonly store: DraftStore;
  /** Applies the rules to drafts of a set. */
  readonly judge: (set: string, drafts: readonly Draft[]) => readonly JudgedDraft[];
  /** Returns the audit subject of a principal. */
  readonly nameOf: (id: string) => Promise<string>;
  /** Builds an audit entry. */
  readonly entryOf: (note: DraftNote) => AuditEntry;
}

export function createDrafts(deps: DraftsDeps): Drafts {
  return {
    importDocument: (asked) => importInto(deps, asked),
    add: (writing) => addDraft(deps, writing),
    edit: (name, writing) => editDraft(deps, name, writing),
    list: deps.store.list,
    show: (set, name) => see(deps, set, name),
    decide: (set, name, verdict) => decide(deps, { set, name, verdict }),
  };
}
