import {
  quarantineColumns,
  readListedQuarantined,
  readQuarantined,
} from "@toolcourt/gateway/internal/stores/quarantine-rows";
import {
  beyond,
  type QuarantinedResult,
  type QuarantineFilter,
  type QuarantineStore,
  storedBytes,
} from "@toolcourt/gateway/internal/stores/quarantine-store";
import { numberOf, type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import type { ContainerPort, Item } from "./account.ts";
import { atLeast, below, deleted, equal, idOf, onlyPart } from "./operations.ts";

const kind = "quarantined";

/**
 * Quarantined results, all in one logical partition: their number and their size are bounded. Items
 * are created and deleted: the role of the gateway cannot replace one.
 */
export class CosmosQuarantine implements QuarantineStore {
  readonly #container: ContainerPort;

  constructor(container: ContainerPort) {
    this.#container = container;
  }

  // A conflict means that the id is taken, and the first one keeps it.
  readonly keep: QuarantineStore["keep"] = async (result) => {
    await this.#container.create(itemOf(result), onlyPart);
  };

  readonly find: QuarantineStore["find"] = async (id) => {
    const row = await this.#container.read(idOf(kind, id), onlyPart);
    return row && readQuarantined(asRow(row));
  };

  readonly list: QuarantineStore["list"] = async (filter, max) => {
    const rows = await this.#rows(listedFields, filter, { order: "DESC", max });
    return rows.map((row) => readListedQuarantined(asRow(row)));
  };

  readonly remove: QuarantineStore["remove"] = async (ids) => {
    let removed = 0;
    for (const id of ids) {
      const { status } = await this.#container.batch([deleted(idOf(kind, id))], onlyPart);
      if (status === 200) removed += 1;
    }
    return removed;
  };

  readonly trim: QuarantineStore["trim"] = async (bounds) => {
    const rows = await this.#rows(["resultId", "bytes"], {}, { order: "DESC" });
    const sized = rows.map((row) => ({
      id: textOf(row, "resultId"),
      bytes: numberOf(row, "bytes"),
    }));
    return this.remove(beyond(sized, bounds));
  };

  readonly forget: QuarantineStore["forget"] = async (before, max) => {
    const rows = await this.#rows(["resultId"], { before }, { order: "ASC", max });
    return this.remove(rows.map((row) => textOf(row, "resultId")));
  };

  #rows(fields: readonly string[], filter: QuarantineFilter, page: Page): Promise<readonly Row[]> {
    const { since, before, behind, ...values } = filter;
    const { where, parameters } = equal(
      { kind, ...values },
      ...(since === undefined ? [] : [atLeast("at", since)]),
      ...(before === undefined ? [] : [below("at", before)]),
      ...(behind === undefined ? [] : [below("sortKey", sortKeyOf(behind))]),
    );
    const selected = fields.map((field) => `c.${field}`).join(", ");
    const { order, ...max } = page;
    const text = `SELECT ${selected} FROM c WHERE ${where} ORDER BY c.sortKey ${order}`;
    return this.#container.query({ text, parameters, partition: onlyPart, ...max });
  }
}

interface Page {
  readonly order: "ASC" | "DESC";
  /** Default: all rows. */
  readonly max?: number;
}

// The item has an id of its own, so the columns have theirs under another name.
const listedFields = quarantineColumns.replace(/^id\b/, "resultId").split(", ");

function asRow({ resultId = "", ...row }: Row): Row {
  return { ...row, id: resultId };
}

/** One field, so that no composite index is needed. Milliseconds have 15 digits until year 33658. */
function sortKeyOf({ at, id }: Pick<QuarantinedResult, "at" | "id">): string {
  return `${String(at).padStart(15, "0")} ${id}`;
}

function itemOf(result: QuarantinedResult): Item {
  return {
    id: idOf(kind, result.id),
    part: onlyPart,
    kind,
    sortKey: sortKeyOf(result),
    resultId: result.id,
    call_id: result.callId,
    tenant: result.tenant,
    server: result.server,
    tool: result.tool,
    contract: result.contract,
    clause: result.clause,
    issues: JSON.stringify(result.issues),
    at: result.at,
    sha256: result.sha256,
    redacted: result.redacted,
    is_cut: result.isCut ? 1 : 0,
    bytes: storedBytes(result),
    text: result.text,
  };
}
