import { hash } from "node:crypto";
import {
  isSameResult,
  type ResultFilter,
  type ResultStore,
  resultFields,
  type StoredResult,
} from "@toolcourt/gateway/internal/stores/result-store";
import {
  numberOf,
  type Row,
  readResultDiscovery,
  textOf,
} from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { ContainerPort, Item } from "./account.ts";
import { below, deleteAll, deleted, equal } from "./operations.ts";

export interface ResultDeps {
  readonly container: ContainerPort;
  /** How long Cosmos DB keeps an item, in seconds. Default: for ever. */
  readonly ttl?: number | undefined;
  /** Whether the role may delete. Otherwise results leave by their time to live alone. */
  readonly mayDelete: boolean;
}

const headId = "result";
/** An item has at most 2 MB. The rest is for its other fields. */
const maxInlineBytes = 1_500_000;
/** In JSON a character takes up to six bytes. */
const partLength = maxInlineBytes / 6;

/**
 * Results, one logical partition for each call. Items are only created: the role of the gateway
 * cannot replace one. The parts of a large output are written first and its head last, so a head is
 * always whole.
 */
export class CosmosResults implements ResultStore {
  readonly #deps: ResultDeps;

  constructor(deps: ResultDeps) {
    this.#deps = deps;
  }

  readonly keep: ResultStore["keep"] = async (result) => {
    const { callId } = result;
    const parts = partsOf(result);
    for (const part of parts) await this.#create(part, callId);
    const { status } = await this.#create(headItem(result, parts.length), callId);
    if (status === 200) return "kept";
    const stored = await this.find(callId);
    return stored !== undefined && isSameResult(stored, result) ? "kept" : "taken";
  };

  readonly find: ResultStore["find"] = async (callId) => {
    const head = await this.#deps.container.read(headId, callId);
    if (head === undefined) return undefined;
    return { ...readListed(head), output: await this.#outputOf(head, callId) };
  };

  readonly list: ResultStore["list"] = async (filter, max) => {
    const fields = listedFields.map((field) => `c.${field}`).join(", ");
    return (await this.#rows(fields, filter, { order: "DESC", max })).map(readListed);
  };

  readonly forget: ResultStore["forget"] = async (before, max) => {
    if (!this.#deps.mayDelete) return 0;
    const fields = "c.callId, c.parts, c.hash";
    const rows = await this.#rows(fields, { before }, { order: "ASC", max });
    let forgotten = 0;
    for (const row of rows) forgotten += (await this.#delete(row)) ? 1 : 0;
    return forgotten;
  };

  /** Returns false if another process was first. The head goes last: it names the parts. */
  async #delete(row: Row): Promise<boolean> {
    const { container } = this.#deps;
    const callId = textOf(row, "callId");
    await deleteAll(container, partIdsOf(row), callId);
    return (await container.batch([deleted(headId)], callId)).status === 200;
  }

  #create(item: Item, callId: string) {
    const { container, ttl } = this.#deps;
    return container.create({ ...item, callId, ...(ttl !== undefined && { ttl }) }, callId);
  }

  #rows(fields: string, filter: ResultFilter, { order, max }: Page): Promise<readonly Row[]> {
    const { before, behind, ...values } = filter;
    const until = [
      ...(before === undefined ? [] : [below("at", before)]),
      ...(behind === undefined ? [] : [below("sortKey", sortKeyOf(behind))]),
    ];
    const { where, parameters } = equal({ kind: "result", ...values }, ...until);
    const text = `SELECT ${fields} FROM c WHERE ${where} ORDER BY c.sortKey ${order}`;
    return this.#deps.container.query({ text, parameters, max });
  }

  async #outputOf(head: Row, callId: string): Promise<string> {
    if (numberOf(head, "parts") === 0) return textOf(head, "output");
    const reads = partIdsOf(head).map((id) => this.#deps.container.read(id, callId));
    const texts = (await Promise.all(reads)).map((part) => textOf(part ?? {}, "text"));
    const output = texts.join("");
    if (hashOf(output) !== textOf(head, "hash")) throw new StoreError("corrupt");
    return output;
  }
}

interface Page {
  readonly order: "ASC" | "DESC";
  readonly max: number;
}

const listedFields = resultFields.filter((field) => field !== "output");

function hashOf(output: string): string {
  return hash("sha256", output);
}

/** Named by the output, so that the parts of two writers never mix. */
function partId(hashed: string, index: number): string {
  return `part.${hashed}.${index}`;
}

function partIdsOf(head: Row): readonly string[] {
  const hashed = textOf(head, "hash");
  return Array.from({ length: numberOf(head, "parts") }, (_, index) => partId(hashed, index));
}

/** Cuts a large output. None if it fits into the head. */
function partsOf({ output }: StoredResult): readonly Item[] {
  if (Buffer.byteLength(JSON.stringify(output)) <= maxInlineBytes) return [];
  const hashed = hashOf(output);
  const items: Item[] = [];
  for (let from = 0; from < output.length; ) {
    const to = from + partLength;
    // A surrogate pair stays together: half of one is no text.
    const isCut = /[\ud800-\udbff]/.test(output.charAt(to - 1));
    const end = isCut ? to - 1 : to;
    items.push({ id: partId(hashed, items.length), kind: "part", text: output.slice(from, end) });
    from = end;
  }
  return items;
}

/** One field, so that no composite index is needed. Milliseconds have 15 digits until year 33658. */
function sortKeyOf({ at, callId }: Pick<StoredResult, "at" | "callId">): string {
  return `${String(at).padStart(15, "0")} ${callId}`;
}

function headItem(result: StoredResult, parts: number): Item {
  const { output, ...columns } = result;
  return {
    ...columns,
    id: headId,
    kind: "result",
    sortKey: sortKeyOf(result),
    parts,
    hash: hashOf(output),
    ...(parts === 0 && { output }),
  };
}

function readListed(row: Row): Omit<StoredResult, "output"> {
  return {
    callId: textOf(row, "callId"),
    tenant: textOf(row, "tenant"),
    subject: textOf(row, "subject"),
    server: textOf(row, "server"),
    tool: textOf(row, "tool"),
    contract: textOf(row, "contract"),
    at: numberOf(row, "at"),
    digest: textOf(row, "digest"),
    ...readResultDiscovery(row, "discoveryId"),
  };
}
