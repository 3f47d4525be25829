import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AppendedRow, AuditRow, AuditStore } from "../../stores/audit-store.ts";
import { leafOf, linkOf } from "./chain.ts";
import { originOf, signCheckpoint } from "./checkpoint.ts";
import type { SendCheckpoint } from "./checkpoint-place.ts";
import type { CheckpointTrouble } from "./checkpoint-trouble.ts";
import type { EdgeFile } from "./edge-file.ts";
import type { Signer } from "./note.ts";
import { createOwnRows, type LeafRow, type OwnRows } from "./own-rows.ts";
import { createTree, type Tree } from "./tree.ts";

export interface CheckpointsOptions {
  readonly store: AuditStore;
  readonly signer: Signer;
  readonly clock: Clock;
  /** The second place. */
  readonly send?: SendCheckpoint;
  /** So that a new start need not read the whole log, and knows the one that was signed. */
  readonly edgeFile?: EdgeFile;
  readonly everyMs?: number;
  readonly everyRows?: number;
  readonly onTrouble?: (trouble: CheckpointTrouble) => void;
  /** The first time after trouble that everything was signed and sent. */
  readonly onRecovered?: () => void;
}

export interface Checkpoints extends AsyncDisposable {
  /** Signs nothing, and tells whether anything could be signed. */
  readonly look: () => Promise<void>;
  /** Takes rows that this process has written. Many of them bring a checkpoint before its time. */
  readonly appended: (rows: readonly AppendedRow[]) => void;
  /** Signs what is there now. Does nothing where nothing is new. */
  readonly sign: () => Promise<void>;
}

/** Signs the state of the log from time to time. The last time when it is closed. */
export function openCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { clock, everyMs = 60_000, everyRows = 1_000 } = options;
  const none = { tree: undefined, hash: undefined, signed: 0, unsent: [], troubles: 0 };
  const state: State = { options, own: createOwnRows(), ...none };
  const stopped = new AbortController();
  let counted = 0;
  let notBefore = -Infinity;
  let turn = Promise.resolve();

  // One after the other: the tree is not for two.
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
  readonly own: OwnRows;
  /** Absent before the first time. */
  tree: Tree | undefined;
  hash: string | undefined;
  signed: number;
  unsent: readonly { readonly size: number; readonly note: string }[];
  /** How often something was in the way since the last time that nothing was. */
  troubles: number;
}

/** Rows bring no checkpoint sooner than this after the last one. */
const apartMs = 1_000;
// A few milliseconds of work, so that a long log does not hold up the calls.
const rowsAtOnce = 250;
const mostUnsent = 1_000;

/** Never throws: a log without a new checkpoint is still a log. */
async function signNow(state: State): Promise<void> {
  const before = state.troubles;
  try {
    state.tree ??= await treeOf(state);
    const trouble = (await foreign(state)) ?? (await catchUp(state, state.tree));
    if (trouble !== undefined) {
      tell(state, trouble);
      return;
    }
    await signTree(state, state.tree);
  } catch (error) {
    tell(state, { kind: "store-failed", error });
  }
  await sendAll(state);
  if (before === 0 || state.troubles > before) return;
  state.troubles = 0;
  state.options.onRecovered?.();
}

function tell(state: State, trouble: CheckpointTrouble): void {
  state.troubles += 1;
  state.options.onTrouble?.(trouble);
}

async function lookNow(state: State): Promise<void> {
  const { store } = state.options;
  try {
    state.tree ??= await treeOf(state);
    const known = state.tree.size();
    const rows = known === 0 ? [] : await store.read(known, 1);
    const trouble = (await foreign(state)) ?? older(state, known, rows);
    if (trouble !== undefined) tell(state, trouble);
  } catch (error) {
    tell(state, { kind: "store-failed", error });
  }
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

/** As far as it was signed the last time, otherwise from the beginning. */
async function treeOf(state: State): Promise<Tree> {
  const edge = await state.options.edgeFile?.load();
  if (edge === undefined) return createTree();
  state.hash = edge.hash;
  state.signed = edge.size;
  return createTree(edge);
}

/** Looked at every time: two who begin a log at once see each other then. The first one counts. */
async function foreign({ options }: State): Promise<CheckpointTrouble | undefined> {
  const { store, signer } = options;
  const [first] = await store.checkpoints(1);
  if (first === undefined || originOf(first.note) === signer.name) return undefined;
  return { kind: "foreign" };
}

/** Adds the rows that are new: our own as we wrote them, those of other processes as they are read. */
async function catchUp(state: State, tree: Tree): Promise<CheckpointTrouble | undefined> {
  const { options, own } = state;
  for (;;) {
    const wrong = addAll(ownRows(own, tree), state, tree);
    if (wrong !== undefined) return wrong;
    const known = tree.size();
    const most = own.has(known + 1) ? 1 : rowsAtOnce;
    // With the last one that is known: by it we see whether this is the log that was signed, and that we wrote.
    const rows = await options.store.read(Math.max(1, known), most);
    const trouble = older(state, known, rows) ?? addAll(behind(known, rows), state, tree);
    if (trouble !== undefined) return trouble;
    if (most > 1 && rows.length < most) return undefined;
  }
}

function* ownRows(own: OwnRows, tree: Tree): Generator<LeafRow> {
  for (let count = 0; count < rowsAtOnce; count += 1) {
    const row = own.take(tree.size() + 1);
    if (row === undefined) return;
    yield row;
  }
}

/** Until one does not fit. */
function addAll(rows: Iterable<LeafRow>, state: State, tree: Tree): CheckpointTrouble | undefined {
  for (const { sequence, leaf, hash, isBehind } of rows) {
    const row = tree.size() + 1;
    if (sequence !== row || !isBehind(state.hash)) return { kind: "broken", row };
    tree.add(leaf);
    state.hash = hash;
  }
  return undefined;
}

/** Without the first of them where that is known. */
function* behind(known: number, rows: readonly AuditRow[]): Generator<LeafRow> {
  for (const { sequence, body, hash } of rows.slice(known > 0 ? 1 : 0)) {
    const leaf = leafOf(body);
    yield { sequence, leaf, hash, isBehind: (previous) => linkOf(previous, leaf) === hash };
  }
}

/** Whether the rows do not begin with the last one that is known. */
function older(
  { hash }: State,
  known: number,
  [row]: readonly AuditRow[],
): CheckpointTrouble | undefined {
  if (known === 0 || (row?.sequence === known && row.hash === hash)) return undefined;
  return { kind: "older", row: known };
}

async function sendAll(state: State): Promise<void> {
  const { send } = state.options;
  try {
    for (const checkpoint of state.unsent) {
      await send?.(checkpoint);
      state.unsent = state.unsent.slice(1);
    }
  } catch (error) {
    tell(state, { kind: "not-sent", error });
  }
}
