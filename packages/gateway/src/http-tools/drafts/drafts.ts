import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Finding, ProfileName } from "@toolcourt/sdk/rules";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { DraftFilter, DraftStore, StoredDraft } from "../../stores/draft-store.ts";
import type { Definition, DraftContent } from "./content.ts";
import { decide, see } from "./decide.ts";
import type { DraftNote } from "./decision.ts";
import { type ImportAsked, type ImportOutcome, importInto } from "./import-into.ts";
import type { JudgedDraft } from "./judge-draft.ts";
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

export interface DraftsDeps extends Pick<Runtime, "clock"> {
  readonly store: DraftStore;
  /** Profiles for the tools of a set. */
  readonly profilesOf: (set: string) => readonly ProfileName[];
  /** Returns the audit subject of a principal. */
  readonly nameOf: (id: string) => Promise<string>;
  /** Builds an audit entry. */
  readonly entryOf: (note: DraftNote) => AuditEntry;
}

/** Draft tools and their lifecycle. Every change is one transaction with its audit entry. */
export class Drafts {
  readonly #deps: DraftsDeps;

  constructor(deps: DraftsDeps) {
    this.#deps = deps;
  }

  importDocument(asked: ImportAsked): Promise<ImportOutcome> {
    return importInto(this.#deps, asked);
  }

  add(writing: Writing): Promise<WriteResult> {
    return addDraft(this.#deps, writing);
  }

  edit(name: string, writing: Writing): Promise<WriteResult> {
    return editDraft(this.#deps, name, writing);
  }

  list(filter: DraftFilter): Promise<readonly DraftSummary[]> {
    return this.#deps.store.list(filter);
  }

  /** `damaged` if the stored content does not match its digest. */
  show(set: string, name: string): Promise<SeenDraft | "damaged" | undefined> {
    return see(this.#deps, set, name);
  }

  decide(set: string, name: string, verdict: Verdict): Promise<DecideResult> {
    return decide(this.#deps, { set, name, verdict });
  }
}
