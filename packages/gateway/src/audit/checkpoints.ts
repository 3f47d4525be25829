import type { Clock } from "../kernel/clock.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import { leafOf, linkOf } from "./chain.ts";
import { signCheckpoint } from "./checkpoint.ts";
import type { SendCheckpoint } from "./checkpoint-place.ts";
import type { EdgeFile } from "./edge-file.ts";
import type { Signer } from "./note.ts";
import { createTree, type Tree } from "./tree.ts";

export type CheckpointTrouble =
  /** The rows do not hang together: somebody changed the store. Nothing is signed any more. */
  | { readonly kind: "broken"; readonly row: number }
  | { readonly kind: "store-failed"; readonly error: unknown }
  | { readonly kind: "not-sent"; readonly error: unknown };

export interface CheckpointsOptions {
  readonly store: AuditStore;
  readonly signer: Signer;
  readonly clock: Clock;
  /** The second place. */
  readonly send?: SendCheckpoint;
  /** So that a new start need not read the whole log. */
  readonly edgeFile?: EdgeFile;
  readonly everyMs?: number;
  readonly everyRows?: number;
  readonly onTrouble?: (trouble: CheckpointTrouble) => void;
}

export interface Checkpoints extends AsyncDisposable {
  /** Counts entries, so that many of them bring a checkpoint before its time. */
  readonly appended: (entries: number) => void;
  /** Signs what is there now. Does nothing where nothing is new. */
  readonly sign: () => Promise<void>;
}

/** Signs the state of the log from time to time. The last time when it is closed. */
export function openCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { clock, everyMs = 60_000, everyRows = 1_000 } = options;
  const state: State = { options, tree: undefined, hash: undefined, signed: 0, unsent: [] };
  const stopped = new AbortController();
  let counted = 0;
  let turn = Promise.resolve();

  // One after the other: the tree is not for two.
  const sign = (): Promise<void> => {
    counted = 0;
    turn = turn.then(() => signNow(state));
    return turn;
  };
  const ticking = tick(async () => {
    await clock.sleep(everyMs, stopped.signal);
    await sign();
  });

  return {
    appended: (entries) => {
      counted += entries;
      if (counted >= everyRows) void sign();
    },
    sign,
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await ticking;
      await sign();
    },
  };
}

/** Until it is stopped. */
async function tick(once: () => Promise<void>): Promise<void> {
  try {
    for (;;) await once();
  } catch {
    // Asleep when it was stopped.
  }
}

interface State {
  readonly options: CheckpointsOptions;
  /** Absent before the first time. */
  tree: Tree | undefined;
  hash: string | undefined;
  signed: number;
  unsent: readonly { readonly size: number; readonly note: string }[];
}

// A few milliseconds of work, so that a long log does not hold up the calls.
const rowsAtOnce = 250;
const mostUnsent = 1_000;

/** Never throws: a log without a new checkpoint is still a log. */
async function signNow(state: State): Promise<void> {
  const { onTrouble } = state.options;
  try {
    state.tree ??= await treeOf(state);
    const broken = await catchUp(state, state.tree);
    if (broken !== undefined) {
      onTrouble?.({ kind: "broken", row: broken });
      return;
    }
    await signTree(state, state.tree);
  } catch (error) {
    onTrouble?.({ kind: "store-failed", error });
  }
  await sendAll(state);
}

async function signTree(state: State, tree: Tree): Promise<void> {
  const { store, signer, edgeFile } = state.options;
  const size = tree.size();
  if (size === state.signed) return;
  const note = signCheckpoint(signer, { size, root: tree.root() });
  await store.keepCheckpoint({ size, note });
  state.signed = size;
  state.unsent = [...state.unsent, { size, note }].slice(-mostUnsent);
  const edge = { ...tree.edge(), hash: state.hash ?? "" };
  // Without it the next start takes longer, and that is all.
  await edgeFile?.save(edge).catch(() => undefined);
}

/** As far as it was signed the last time, if the log still has that row; otherwise from the beginning. */
async function treeOf(state: State): Promise<Tree> {
  const { store, edgeFile } = state.options;
  const edge = await edgeFile?.load();
  if (edge === undefined) return createTree();
  const [row] = await store.read(edge.size, 1);
  if (row?.sequence !== edge.size || row.hash !== edge.hash) return createTree();
  state.hash = edge.hash;
  state.signed = edge.size;
  return createTree(edge);
}

/** Reads the rows that are new, also those of other processes. Gives the first that does not fit. */
async function catchUp(state: State, tree: Tree): Promise<number | undefined> {
  const { store } = state.options;
  for (;;) {
    const rows = await store.read(tree.size() + 1, rowsAtOnce);
    for (const { sequence, body, hash } of rows) {
      const leaf = leafOf(body);
      if (sequence !== tree.size() + 1 || linkOf(state.hash, leaf) !== hash) {
        return tree.size() + 1;
      }
      tree.add(leaf);
      state.hash = hash;
    }
    if (rows.length < rowsAtOnce) return undefined;
  }
}

async function sendAll(state: State): Promise<void> {
  const { send, onTrouble } = state.options;
  try {
    for (const checkpoint of state.unsent) {
      await send?.(checkpoint);
      state.unsent = state.unsent.slice(1);
    }
  } catch (error) {
    onTrouble?.({ kind: "not-sent", error });
  }
}
