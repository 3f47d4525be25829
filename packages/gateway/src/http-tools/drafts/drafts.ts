import type { Finding } from "@toolcourt/sdk/rules";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { DraftFilter, DraftStore, StoredDraft } from "../../stores/draft-store.ts";
import type { Definition, DraftContent } from "./content.ts";
import { createDecide } from "./decide.ts";
import type { Draft } from "./draft.ts";
import type { DraftNote } from "./draft-note.ts";
import { createImportInto, type ImportAsked, type ImportOutcome } from "./import-into.ts";
import type { JudgedDraft } from "./judge-drafts.ts";
import { createSee } from "./see.ts";
import { createWrite } from "./write.ts";

/** A draft without its content. */
export type DraftSummary = Omit<StoredDraft, "content">;

/** Everything that an approver must see. */
export interface SeenDraft {
  readonly stored: StoredDraft;
  readonly content: DraftContent;
  readonly findings: readonly Finding[];
  /** Whether the rules leave it to a person. */
  readonly approvable: boolean;
}

/** A draft that somebody wrote or edited. */
export interface Writing {
  readonly set: string;
  readonly definition: Definition;
  readonly by: string;
  /** Where it was written, in the words of whoever wrote it. */
  readonly from: string;
  /** SHA-256 over the text that was read. */
  readonly documentDigest: string;
  /** The version that an edit was made of. Absent: whichever there is. */
  readonly replaces?: number;
}

export type WriteResult =
  | { readonly kind: "written" | "unchanged"; readonly judged: JudgedDraft }
  /** One of this name is there already, or none is. */
  | { readonly kind: "taken" | "unknown" }
  /** Somebody else changed it in this moment. */
  | { readonly kind: "overtaken" };

export interface Verdict {
  readonly to: "approved" | "rejected";
  readonly by: string;
  /** The digest of what was shown. Nothing is approved without. */
  readonly digest?: string;
  /** `never`: nobody who wrote at it approves it. */
  readonly self: "may" | "never";
}

export type DecideResult =
  | { readonly kind: "decided"; readonly draft: StoredDraft }
  | { readonly kind: "unknown" | "differs" | "own" | "settled" }
  /** The rules object to it. */
  | { readonly kind: "flawed"; readonly findings: readonly Finding[] };

/** Tools that are written down, and what becomes of them. Every change is one step with its entry in the audit log. */
export interface Drafts {
  readonly importDocument: (asked: ImportAsked) => Promise<ImportOutcome>;
  readonly add: (writing: Writing) => Promise<WriteResult>;
  readonly edit: (name: string, writing: Writing) => Promise<WriteResult>;
  readonly list: (filter: DraftFilter) => Promise<readonly DraftSummary[]>;
  /** `damaged` where what is stored is not what its digest pins. */
  readonly show: (set: string, name: string) => Promise<SeenDraft | "damaged" | undefined>;
  readonly decide: (set: string, name: string, verdict: Verdict) => Promise<DecideResult>;
}

export interface DraftsSurroundings {
  readonly store: DraftStore;
  readonly clock: Clock;
  /** What the rules say of drafts of a set. */
  readonly judge: (set: string, drafts: readonly Draft[]) => readonly JudgedDraft[];
  /** The name under which the audit log knows somebody. */
  readonly nameOf: (id: string) => Promise<string>;
  /** Makes an entry of the audit log. */
  readonly entryOf: (note: DraftNote) => AuditEntry;
}

export function createDrafts(surroundings: DraftsSurroundings): Drafts {
  return {
    importDocument: createImportInto(surroundings),
    ...createWrite(surroundings),
    list: surroundings.store.list,
    show: createSee(surroundings),
    decide: createDecide(surroundings),
  };
}
