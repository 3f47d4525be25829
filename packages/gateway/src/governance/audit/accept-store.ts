import { rm } from "node:fs/promises";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import { Checkpoints, type CheckpointsDeps } from "./checkpoints.ts";
import { type EdgeFile, loadEdge } from "./edge-file.ts";
import type { Signer } from "./note.ts";
import type { CheckpointTrouble, LogEnd } from "./trouble.ts";

/** The rows that a store lacks: the last one that was signed, and the last one that is there. */
export interface Gap {
  readonly expected: LogEnd;
  readonly found: LogEnd;
}

export type Acceptance =
  /** The store has every signed row. */
  | { readonly kind: "unneeded" }
  /** No key could sign what is in the store. */
  | { readonly kind: "impossible"; readonly trouble: CheckpointTrouble }
  | ({ readonly kind: "accepted" } & Gap);

export interface AcceptDeps extends Pick<Runtime, "clock"> {
  readonly store: AuditStore;
  readonly signer: Signer;
  readonly edgeFile: EdgeFile;
  /** Returns the entry that says who accepted the gap and why. */
  readonly entryOf: (gap: Gap) => AuditEntry;
}

/**
 * Goes on with a store that lacks signed rows. The gap is recorded first, then the whole log is
 * signed. Checkpoints in a second place still reveal the missing rows.
 */
export async function acceptStore(deps: AcceptDeps): Promise<Acceptance> {
  const { store, edgeFile, entryOf } = deps;
  const edge = await loadEdge(edgeFile);
  const missing = await troubleOf(deps, { edge });
  if (missing === undefined) return { kind: "unneeded" };
  if (missing.kind !== "older") return { kind: "impossible", trouble: missing };
  // Without an edge, all rows are read and linked again.
  const trouble = await troubleOf(deps, {});
  if (trouble !== undefined) return { kind: "impossible", trouble };

  const { expected, found = { sequence: 0, hash: undefined } } = missing;
  await store.append([entryOf({ expected, found })], "on-disk");
  await rm(edgeFile.path, { force: true });
  const unsigned = await troubleOf(deps, { store, edgeFile });
  if (unsigned !== undefined) return { kind: "impossible", trouble: unsigned };
  return { kind: "accepted", expected, found };
}

/** Signs the log and returns what prevents it. Stores no checkpoint unless told where. */
async function troubleOf(
  { store, signer, clock }: AcceptDeps,
  given: Partial<Pick<CheckpointsDeps, "store" | "edge" | "edgeFile">>,
): Promise<CheckpointTrouble | undefined> {
  let found: CheckpointTrouble | undefined;
  const dry: AuditStore = { ...store, keepCheckpoint: async () => undefined };
  const onTrouble = (trouble: CheckpointTrouble): void => {
    found = trouble;
  };
  const checkpoints = new Checkpoints({ clock, signer, onTrouble, store: dry, ...given });
  // Disposal signs.
  await checkpoints[Symbol.asyncDispose]();
  return found;
}
