import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AppendedRow, AuditRow, AuditStore } from "../../stores/audit-store.ts";
import { leafOf, linkOf } from "./chain.ts";
import {
  type CheckpointTrouble,
  originOf,
  type SendCheckpoint,
  signCheckpoint,
} from "./checkpoint.ts";
import { type EdgeFile, loadEdge, type SignedEdge, saveEdge } from "./edge-file.ts";
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
  /** Starts from this edge. Default: that of the edge file. */
  readonly edge?: SignedEdge | undefined;
  readonly onTrouble?: (trouble: CheckpointTrouble) => void;
  /** Called the first time after trouble that everything was signed and sent. */
  readonly onRecovered?: () => void;
}

const everyMs = 60_000;
const everyRows = 1_000;
/** Minimum interval between checkpoints triggered by rows. */
const apartMs = 1_000;
// A few milliseconds of work per batch, so that a long log does not delay calls.
const rowsAtOnce = 250;
const maxUnsent = 1_000;

/** Signs the log's state periodically, and a last time on close. */
export class Checkpoints implements AsyncDisposable {
  readonly #deps: CheckpointsDeps;
  readonly #own = new OwnRows();
  readonly #stopped = new AbortController();
  readonly #ticking: Promise<void>;
  /** Undefined before the first signing. */
  #tree: Tree | undefined;
  #hash: string | undefined;
  #signed = 0;
  #unsent: readonly { readonly size: number; readonly note: string }[] = [];
  /** Number of failures since the last success. */
  #troubles = 0;
  #counted = 0;
  #notBefore = -Infinity;
  #turn = Promise.resolve();

  constructor(deps: CheckpointsDeps) {
    this.#deps = deps;
    this.#ticking = this.#tick();
  }

  /** Takes rows that this process has written. Many of them trigger an early checkpoint. */
  readonly appended = (rows: readonly AppendedRow[]): void => {
    this.#own.keep(rows);
    this.#counted += rows.length;
    const isDue = this.#counted >= everyRows && this.#deps.clock.monotonic() >= this.#notBefore;
    if (isDue) void this.sign();
  };

  /** Signs the current state. No-op if there are no new rows. */
  sign(): Promise<void> {
    this.#counted = 0;
    this.#notBefore = this.#deps.clock.monotonic() + apartMs;
    return this.#inTurn(() => this.#signNow());
  }

  /** Reports whether signing would succeed, without signing. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#lookNow());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#ticking;
    await this.sign();
  }

  async #tick(): Promise<void> {
    try {
      for (;;) {
        await this.#deps.clock.sleep(everyMs, this.#stopped.signal);
        await this.sign();
      }
    } catch {
      // Stopped while asleep.
    }
  }

  /** Serialized: the tree must not be used concurrently. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  /** Never throws: a log without a new checkpoint is still valid. */
  async #signNow(): Promise<void> {
    const before = this.#troubles;
    try {
      this.#tree ??= await this.#treeAsSigned();
      const trouble = (await this.#foreign()) ?? (await this.#catchUp(this.#tree));
      if (trouble !== undefined) {
        this.#report(trouble);
        return;
      }
      await this.#signTree(this.#tree);
    } catch (error) {
      this.#report({ kind: "store-failed", error });
    }
    await this.#sendAll();
    if (before === 0 || this.#troubles > before) return;
    this.#troubles = 0;
    this.#deps.onRecovered?.();
  }

  #report(trouble: CheckpointTrouble): void {
    this.#troubles += 1;
    this.#deps.onTrouble?.(trouble);
  }

  async #lookNow(): Promise<void> {
    try {
      this.#tree ??= await this.#treeAsSigned();
      const known = this.#tree.size;
      const rows = known === 0 ? [] : await this.#deps.store.read(known, 1);
      const trouble = (await this.#foreign()) ?? this.#older(known, rows);
      if (trouble !== undefined) this.#report(trouble);
    } catch (error) {
      this.#report({ kind: "store-failed", error });
    }
  }

  async #signTree(tree: Tree): Promise<void> {
    const { store, signer, edgeFile } = this.#deps;
    const size = tree.size;
    if (size === this.#signed) return;
    const note = signCheckpoint(signer, { size, root: tree.root() });
    await store.keepCheckpoint({ size, note });
    this.#signed = size;
    this.#unsent = [...this.#unsent, { size, note }].slice(-maxUnsent);
    if (edgeFile === undefined) return;
    const edge = { ...tree.edge(), hash: this.#hash ?? "" };
    // Without it only the next start is slower.
    await saveEdge(edgeFile, edge).catch(() => undefined);
  }

  /** Returns the tree up to the last signed row, or else an empty one. */
  async #treeAsSigned(): Promise<Tree> {
    const { edgeFile, edge = edgeFile && (await loadEdge(edgeFile)) } = this.#deps;
    if (edge === undefined) return new Tree();
    this.#hash = edge.hash;
    this.#signed = edge.size;
    return new Tree(edge);
  }

  /**
   * Checks for another signing name. Runs every time, because two starts at once notice each other
   * only then. The first name counts.
   */
  async #foreign(): Promise<CheckpointTrouble | undefined> {
    const { store, signer } = this.#deps;
    const [first] = await store.checkpoints(1);
    if (first === undefined || originOf(first.note) === signer.name) return undefined;
    return { kind: "foreign" };
  }

  /** Adds new rows: our own as written, those of other processes as read. */
  async #catchUp(tree: Tree): Promise<CheckpointTrouble | undefined> {
    for (;;) {
      const wrong = this.#addAll(ownRows(this.#own, tree), tree);
      if (wrong !== undefined) return wrong;
      const known = tree.size;
      const max = this.#own.has(known + 1) ? 1 : rowsAtOnce;
      // Includes the last known row, which shows whether this is the log we signed and wrote.
      const rows = await this.#deps.store.read(Math.max(1, known), max);
      const trouble = this.#older(known, rows) ?? this.#addAll(behind(known, rows), tree);
      if (trouble !== undefined) return trouble;
      if (max > 1 && rows.length < max) return undefined;
    }
  }

  /** Adds rows until one does not fit. */
  #addAll(rows: Iterable<LeafRow>, tree: Tree): CheckpointTrouble | undefined {
    for (const { sequence, leaf, hash, isBehind } of rows) {
      const row = tree.size + 1;
      if (sequence !== row || !isBehind(this.#hash)) return { kind: "broken", row };
      tree.add(leaf);
      this.#hash = hash;
    }
    return undefined;
  }

  /** Returns trouble unless the rows begin with the last known one. */
  #older(known: number, [row]: readonly AuditRow[]): CheckpointTrouble | undefined {
    if (known === 0 || (row?.sequence === known && row.hash === this.#hash)) return undefined;
    return { kind: "older", row: known };
  }

  async #sendAll(): Promise<void> {
    try {
      for (const checkpoint of this.#unsent) {
        await this.#deps.send?.(checkpoint);
        this.#unsent = this.#unsent.slice(1);
      }
    } catch (error) {
      this.#report({ kind: "not-sent", error });
    }
  }
}

function* ownRows(own: OwnRows, tree: Tree): Generator<LeafRow> {
  for (let count = 0; count < rowsAtOnce; count += 1) {
    const row = own.take(tree.size + 1);
    if (row === undefined) return;
    yield row;
  }
}

/** Skips the first row if it is already known. */
function* behind(known: number, rows: readonly AuditRow[]): Generator<LeafRow> {
  for (const { sequence, body, hash } of rows.slice(known > 0 ? 1 : 0)) {
    const leaf = leafOf(body);
    yield { sequence, leaf, hash, isBehind: (previous) => linkOf(previous, leaf) === hash };
  }
}
