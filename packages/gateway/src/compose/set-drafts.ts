import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { contractDigest } from "@toolcourt/sdk";
import type { IsApproved } from "../catalog/admission/compare-with-lock.ts";
import type { Uncallable } from "../http-tools/drafts/approved-drafts.ts";
import { forSet, type SetConnection } from "../http-tools/operations/for-set.ts";
import { type HttpTool, pinned } from "../http-tools/operations/http-tool.ts";

/** The currently approved drafts of a set. */
export interface SetDrafts extends AsyncDisposable {
  readonly approved: () => readonly HttpTool[];
  /** Explains why a draft is not callable. Undefined if it is callable or unknown. */
  readonly whyNot: (name: string) => Uncallable | undefined;
  readonly subscribe: (changed: () => void) => () => void;
  /** Reads the store now. */
  readonly refresh: () => Promise<void>;
}

/** A set whose tools are drafts. */
export interface DraftedSet {
  readonly name: string;
  readonly connection: SetConnection;
  readonly drafts: Pick<SetDrafts, "approved" | "whyNot">;
}

/** Reports whether a contract matches an approved draft exactly. */
export function createIsApproved(sets: readonly DraftedSet[]): IsApproved {
  const known = new Map(sets.map((set) => [set.name, createDigests(set)]));
  return ({ server, asReceived }) =>
    known.get(server)?.().has(contractDigest({ server, asReceived })) === true;
}

/** Returns the digests of all approved contracts, recomputed after each change. */
function createDigests({ name, connection, drafts }: DraftedSet): () => ReadonlySet<string> {
  let seen: readonly HttpTool[] | undefined;
  let digests: ReadonlySet<string> = new Set();
  return () => {
    const approved = drafts.approved();
    if (approved === seen) return digests;
    seen = approved;
    digests = new Set(
      approved.map(({ tool, operation }) => {
        const asReceived = pinned(forSet({ tool, operation }, connection));
        return contractDigest({ server: name, asReceived });
      }),
    );
    return digests;
  };
}

const codes = {
  pending: "draft-pending",
  rejected: "draft-rejected",
  changed: "draft-changed",
} as const satisfies Record<Uncallable, string>;

/**
 * Explains why a called tool is missing if it is a draft. Finds it by its own name and by that of
 * its set.
 */
export function createWhyNoTool(
  sets: readonly DraftedSet[],
): (tool: string, shown: string) => Refusal | undefined {
  return (tool, shown) => {
    for (const { name: set, drafts } of sets) {
      const bare = tool.startsWith(`${set}__`) ? tool.slice(set.length + 2) : tool;
      const why = drafts.whyNot(bare);
      if (why !== undefined)
        return new Refusal(codes[why], { tool: shown, draft: `${set}/${bare}` });
    }
    return undefined;
  };
}
