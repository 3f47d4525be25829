import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AppendedRow, AuditRow, AuditStore } from "../../stores/audit-store.ts";
import { leafOf, linkOf } from "./chain.ts";
import {
  type CheckpointTrouble,
  originOf,
  type SendCheckpoint,
  signCheckpoint,
} from "./checkpoint.ts";
import type { EdgeFile } from "./edge-file.ts";
import type { Signer } from "./note.ts";
import { type LeafRow, OwnRows } from "./own-rows.ts";
import { Tree } from "./tree.ts";

export interface CheckpointsDeps extends Pick<Runtime, "clock"> {
  readonly store: AuditStore;
  readonly signer: Signer;
  /** The second place. Default: none. */
  readonly send?: SendCheckpoint | undefined;
  /** Lets a restart skip reading the whole log, and recognize the signed one. Default: none. */
  readonly edgeFile?: EdgeFile;
  readonly onTrouble?: (trouble: CheckpointTrouble) => void;
  /** Called the first time after trouble that everything was signed and sent. */
  readonly onRecovered?: () => void;
}

export interface Checkpoints extends AsyncDisposable {
  /** Reports whether signing would succeed, without signing. */
  readonly look: () => Promise<void>;
  /** Takes rows that this process has written. Many of them trigger an early checkpoint. */
  readonly appended: (rows: readonly AppendedRow[]) => void;
  /** Signs the current state. No-op if there are no new rows. */
  readonly sign: () => Promise<void>;
}

/** Signs the log's state periodically, and a last time on close. */
export function openCheckpoints(deps: CheckpointsDeps): Checkpoints {
  const { clock } = deps;
  const none = { tree: undefined, hash: undefined, signed: 0, unsent: [], troubles: 0 };
  const state: State = { deps, own: new OwnRows(), ...none };
  const stopped = new AbortController();
  let counted = 0;
  let notBefore = -Infinity;
  let turn = Promise.resolve();

  // Serialized: the tree must not be used concurrently.
  const inTurn = (work: (state: State) => Promise<void>): Promise<void> => {
    turn = turn.then(() => work(state));
    return turn;
  };
  const sign = (): Promise<void> => {
    counted = 0;
    notBefore = clock.monotonic() + apartMs;
    return inTurn(signNow);
  };
  const ticking = tick(async () => {
    await clock.sleep(everyMs, stopped.signal);
    await sign();
  });

  return {
    appended: (rows) => {
      state.own.keep(rows);
      counted += rows.length;
      if (counted >= everyRows && clock.monotonic() >= notBefore) void sign();
    },
    sign,
    look: () => inTurn(lookNow),
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await ticking;
      await sign();
    },
  };
}

/** Repeats until stopped. */
async function tick(once: () => Promise<void>): Promise<void> {
  try {
    for (;;) await once();
  } catch {
    // Stopped while asleep.
  }
}

interface State {
  readonly deps: CheckpointsDeps;
  readonly own: OwnRows;
  /** Undefined before the first signing. */
  tree: Tree | undefined;
  hash: string | undefined;
  signed: number;
  unsent: readonly { readonly size: number; readonly note: string }[];
  /** Number of failures since the last success. */
  troubles: number;
}

const everyMs = 60_000;
const everyRows = 1_000;
/** Minimum interval between checkpoints triggered by rows. */
const apartMs = 1_000;
// A few milliseconds of work per batch, so that a long log does not delay calls.
const rowsAtOnce = 250;
const maxUnsent = 1_000;

/** Never throws: a log without a new checkpoint is still valid. */
async function signNow(state: State): Promise<void> {
  const before = state.troubles;
  try {
    state.tree ??= await treeOf(state);
    const trouble = (await foreign(state)) ?? (await catchUp(state, state.tree));
    if (trouble !== undefined) {
      report(state, trouble);
      return;
    }
    await signTree(state, state.tree);
  } catch (error) {
    report(state, { kind: "store-failed", error });
  }
  await sendAll(state);
  if (before === 0 || state.troubles > before) return;
  state.troubles = 0;
  state.deps.onRecovered?.();
}

function report(state: State, trouble: CheckpointTrouble): void {
  state.troubles += 1;
  state.deps.onTrouble?.(trouble);
}

async function lookNow(state: State): Promise<void> {
  const { store } = state.deps;
  try {
    state.tree ??= await treeOf(state);
    const known = state.tree.size;
    const rows = known === 0 ? [] : await store.read(known, 1);
    const trouble = (await foreign(state)) ?? older(state, known, rows);
    if (trouble !== undefined) report(state, trouble);
  } catch (error) {
    report(state, { kind: "store-failed", error });
  }
}

async function signTree(state: State, tree: Tree): Promise<void> {
  const { store, signer, edgeFile } = state.deps;
  const size = tree.size;
  if (size === state.signed) return;
  const note = signCheckpoint(signer, { size, root: tree.root() });
  await store.keepCheckpoint({ size, note });
  state.signed = size;
  state.unsent = [...state.unsent, { size, note }].slice(-maxUnsent);
  const edge = { ...tree.edge(), hash: state.hash ?? "" };
  // Without it only the next start is slower.
  await edgeFile?.save(edge).catch(() => undefined);
}

/** Returns the tree up to the last signed row, or else an empty one. */
async function treeOf(state: State): Promise<Tree> {
  const edge = await state.deps.edgeFile?.load();
  if (edge === undefined) return new Tree();
  state.hash = edge.hash;
  state.signed = edge.size;
  return new Tree(edge);
}

/**
 * Checks for another signing name. Runs every time, because two starts at once notice each other
 * only then. The first name counts.
 */
async function foreign({ deps }: State): Promise<CheckpointTrouble | undefined> {
  const { store, signer } = deps;
  const [first] = await store.checkpoints(1);
  if (first === undefined || originOf(first.note) === signer.name) return undefined;
  return { kind: "foreign" };
}

/** Adds new rows: our own as written, those of other processes as read. */
async function catchUp(state: State, tree: Tree): Promise<CheckpointTrouble | undefined> {
  const { deps, own } = state;
  for (;;) {
    const wrong = addAll(ownRows(own, tree), state, tree);
    if (wrong !== undefined) return wrong;
    const known = tree.size;
    const max = own.has(known + 1) ? 1 : rowsAtOnce;
    // Includes the last known row, which shows whether this is the log we signed and wrote.
    const rows = await deps.store.read(Math.max(1, known), max);
    const trouble = older(state, known, rows) ?? addAll(behind(known, rows), state, tree);
    if (trouble !== undefined) return trouble;
    if (max > 1 && rows.length < max) return undefined;
  }
}

function* ownRows(own: OwnRows, tree: Tree): Generator<LeafRow> {
  for (let count = 0; count < rowsAtOnce; count += 1) {
    const row = own.take(tree.size + 1);
    if (row === undefined) return;
    yield row;
  }
}

/** Adds rows until one does not fit. */
function addAll(rows: Iterable<LeafRow>, state: State, tree: Tree): CheckpointTrouble | undefined {
  for (const { sequence, leaf, hash, isBehind } of rows) {
    const row = tree.size + 1;
    if (sequence !== row || !isBehind(state.hash)) return { kind: "broken", row };
    tree.add(leaf);
    state.hash = hash;
  }
  return undefined;
}

/** Skips the first row if it is already known. */
function* behind(known: number, rows: readonly AuditRow[]): Generator<LeafRow> {
  for (const { sequence, body, hash } of rows.slice(known > 0 ? 1 : 0)) {
    const leaf = leafOf(body);
    yield { sequence, leaf, hash, isBehind: (previous) => linkOf(previous, leaf) === hash };
  }
}

/** Returns trouble unless the rows begin with the last known one. */
function older(
  { hash }: State,
  known: number,
  [row]: readonly AuditRow[],
): CheckpointTrouble | undefined {
  if (known === 0 || (row?.sequence === known && row.hash === hash)) return undefined;
  return { kind: "older", row: known };
}

async function sendAll(state: State): Promise<void> {
  const { send } = state.deps;
  try {
    for (const checkpoint of state.unsent) {
      await send?.(checkpoint);
      state.unsent = state.unsent.slice(1);
    }
  } catch (error) {
    report(state, { kind: "not-sent", error });
  }
}
