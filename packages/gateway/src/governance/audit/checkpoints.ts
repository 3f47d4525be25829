import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AppendedRow, AuditRow, AuditStore } from "../../stores/audit-store.ts";
import { originOf, type SendCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { type EdgeFile, loadEdge, type SignedEdge, saveEdge } from "./edge-file.ts";
import type { Signer } from "./note.ts";
import { behind, type LeafRow, OwnRows } from "./own-rows.ts";
import { Tree } from "./tree.ts";
import { type CheckpointTrouble, keyTrouble, type LogEnd, ofStore } from "./trouble.ts";
import { Troubles } from "./troubles.ts";

export interface CheckpointsDeps extends Pick<Runtime, "clock"> {
  readonly store: AuditStore;
  readonly signer: Signer;
  /**
   * Reads the key again. Nothing is signed while this fails, or finds another key. Default: the
   * signer is good as long as the process runs.
   */
  readonly readKey?: () => Promise<Pick<Signer, "publicKey">>;
  /** The second place. Default: none. */
  readonly send?: SendCheckpoint | undefined;
  /** Lets a restart skip reading the whole log, and recognize the signed one. Default: none. */
  readonly edgeFile?: EdgeFile;
  /** Starts from this edge. Default: that of the edge file. */
  readonly edge?: SignedEdge | undefined;
  /** Called when the log can no longer be signed, and every minute until it can. */
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
/** The key is looked at every time, the healthy store only now and then. */
const looksPerStoreLook = 5;

/** Signs the log's state periodically, and a last time on close. */
export class Checkpoints implements AsyncDisposable {
  readonly #deps: CheckpointsDeps;
  readonly #own = new OwnRows();
  readonly #stopped = new AbortController();
  readonly #ticking: Promise<void>;
  readonly #troubles: Troubles;
  /** Undefined before the first signing. */
  #tree: Tree | undefined;
  #hash: string | undefined;
  #signed = 0;
  #unsent: readonly { readonly size: number; readonly note: string }[] = [];
  /** The last row that this process wrote. */
  #written: LogEnd = { sequence: 0, hash: undefined };
  #looks = 0;
  #counted = 0;
  #notBefore = -Infinity;
  #turn = Promise.resolve();

  constructor(deps: CheckpointsDeps) {
    this.#deps = deps;
    this.#troubles = new Troubles(deps);
    this.#ticking = this.#tick();
  }

  /** Takes rows that this process has written. Many of them trigger an early checkpoint. */
  readonly appended = (rows: readonly AppendedRow[]): void => {
    this.#own.keep(rows);
    this.#written = rows.at(-1) ?? this.#written;
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

  /** Why the log cannot be signed. Default: undefined, if it can. */
  get unsigned(): CheckpointTrouble | undefined {
    return this.#troubles.unsigned;
  }

  /** Reports whether signing would succeed. Signs only to end a trouble that is over. */
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
    const trouble = await this.#unlessItFails(async (tree) => {
      const found = (await this.#foreign()) ?? (await this.#catchUp(tree));
      return found ?? this.#signTree(tree);
    });
    const unsent = trouble ?? (await this.#sendAll());
    if (unsent === undefined) this.#troubles.over();
    else this.#troubles.report(unsent);
  }

  async #lookNow(): Promise<void> {
    const isDue = this.#troubles.isUnsigned || this.#looks % looksPerStoreLook === 0;
    this.#looks += 1;
    const trouble = await this.#unlessItFails(async (tree) =>
      isDue ? ((await this.#foreign()) ?? this.#missing(tree)) : undefined,
    );
    if (trouble !== undefined) this.#troubles.report(trouble);
    else if (this.#troubles.isUnsigned) await this.#signNow();
  }

  /** Checks the key, then works on the tree. A failure of the store is trouble too. */
  async #unlessItFails(
    work: (tree: Tree) => Promise<CheckpointTrouble | undefined>,
  ): Promise<CheckpointTrouble | undefined> {
    try {
      this.#tree ??= await this.#treeAsSigned();
      return (await keyTrouble(this.#deps)) ?? (await work(this.#tree));
    } catch (error) {
      return ofStore(error, this.#expected());
    }
  }

  /** Returns the last row that the store must have. */
  #expected(): LogEnd {
    const known = { sequence: this.#tree?.size ?? 0, hash: this.#hash };
    return known.sequence > this.#written.sequence ? known : this.#written;
  }

  async #signTree(tree: Tree): Promise<CheckpointTrouble | undefined> {
    const { store, edgeFile } = this.#deps;
    const size = tree.size;
    if (size === this.#signed) return undefined;
    const note = this.#noteOf(tree);
    if (typeof note !== "string") return note;
    await store.keepCheckpoint({ size, note });
    this.#signed = size;
    this.#unsent = [...this.#unsent, { size, note }].slice(-maxUnsent);
    if (edgeFile === undefined) return undefined;
    const edge = { ...tree.edge(), hash: this.#hash ?? "" };
    // Without it only the next start is slower.
    await saveEdge(edgeFile, edge).catch(() => undefined);
    return undefined;
  }

  #noteOf(tree: Tree): string | CheckpointTrouble {
    try {
      return signCheckpoint(this.#deps.signer, { size: tree.size, root: tree.root() });
    } catch (error) {
      return { kind: "signing-failed", error };
    }
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
      const wrong = this.#addAll(this.#own.takeFrom(tree.size + 1, rowsAtOnce), tree);
      if (wrong !== undefined) return wrong;
      const known = tree.size;
      const max = this.#own.has(known + 1) ? 1 : rowsAtOnce;
      // Includes the last known row, which shows whether this is the log we signed and wrote.
      const rows = await this.#deps.store.read(Math.max(1, known), max);
      const trouble = (await this.#older(rows)) ?? this.#addAll(behind(known, rows), tree);
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

  /** Returns trouble unless the rows begin with the last one in the tree. */
  #older(rows: readonly AuditRow[]): Promise<CheckpointTrouble | undefined> {
    return this.#unlessAt({ sequence: this.#tree?.size ?? 0, hash: this.#hash }, rows);
  }

  /** Returns trouble if the store lacks a row that was signed or that this process wrote. */
  async #missing(tree: Tree): Promise<CheckpointTrouble | undefined> {
    for (const end of [{ sequence: tree.size, hash: this.#hash }, this.#written]) {
      const rows = end.sequence === 0 ? [] : await this.#deps.store.read(end.sequence, 1);
      const trouble = await this.#unlessAt(end, rows);
      if (trouble !== undefined) return trouble;
    }
    return undefined;
  }

  async #unlessAt(end: LogEnd, [row]: readonly AuditRow[]): Promise<CheckpointTrouble | undefined> {
    if (end.sequence === 0 || (row?.sequence === end.sequence && row.hash === end.hash)) {
      return undefined;
    }
    const found = await this.#deps.store.last();
    return { kind: "older", expected: this.#expected(), found };
  }

  async #sendAll(): Promise<CheckpointTrouble | undefined> {
    try {
      for (const checkpoint of this.#unsent) {
        await this.#deps.send?.(checkpoint);
        this.#unsent = this.#unsent.slice(1);
      }
      return undefined;
    } catch (error) {
      return { kind: "not-sent", error };
    }
  }
}
