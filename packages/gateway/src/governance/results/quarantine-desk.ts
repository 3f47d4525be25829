import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import type {
  ListedQuarantined,
  QuarantinedResult,
  QuarantineFilter,
  QuarantineStore,
} from "../../stores/quarantine-store.ts";

/** The person at the desk. */
export interface Viewer {
  readonly by: string;
  /** Only results of this tenant are there for the viewer. Default: of all, for the operator. */
  readonly tenant?: string;
}

export interface QuarantineNote {
  readonly kind: "quarantine.shown" | "quarantine.forgotten";
  readonly at: number;
  readonly callId?: string;
  readonly about: JsonObject;
}

export interface QuarantineDeskDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<QuarantineStore, "find" | "list" | "remove">;
  readonly audit: Pick<AuditStore, "append">;
  /** Returns a person's pseudonym in the log. */
  readonly nameOf: (id: string, tenant: string | null) => string | Promise<string>;
  readonly noteOf: (note: QuarantineNote) => AuditEntry;
}

export interface Forgotten {
  readonly forgotten: number;
  /** Those that are not there for the viewer. Nothing was removed if there is one. */
  readonly unknown: readonly string[];
}

/** Where people look at broken results. Each look and each removal is on record before it happens. */
export class QuarantineDesk {
  readonly #deps: QuarantineDeskDeps;

  constructor(deps: QuarantineDeskDeps) {
    this.#deps = deps;
  }

  /** Lists the newest first, without what the tools answered. */
  list(
    filter: Omit<QuarantineFilter, "tenant">,
    { tenant }: Pick<Viewer, "tenant">,
    max: number,
  ): Promise<readonly ListedQuarantined[]> {
    return this.#deps.store.list({ ...filter, ...(tenant !== undefined && { tenant }) }, max);
  }

  /** Returns a result with its text. A result of another tenant counts as missing. */
  async show(id: string, viewer: Viewer): Promise<QuarantinedResult | undefined> {
    const found = await this.#find(id, viewer);
    if (found === undefined) return undefined;
    const { callId, server, tool, clause, sha256 } = found;
    await this.#audit("quarantine.shown", viewer, {
      callId,
      about: { id, server, tool, clause, sha256 },
    });
    return found;
  }

  /** Removes results for good, all that are named or none. */
  async forget(ids: readonly string[], viewer: Viewer): Promise<Forgotten> {
    const wanted = [...new Set(ids)];
    const found = await Promise.all(wanted.map((id) => this.#find(id, viewer)));
    const unknown = wanted.filter((_, index) => found[index] === undefined);
    if (unknown.length > 0 || wanted.length === 0) return { forgotten: 0, unknown };
    const results = found.flatMap((each) =>
      each === undefined ? [] : [{ id: each.id, callId: each.callId, sha256: each.sha256 }],
    );
    for (let from = 0; from < results.length; from += maxInNote) {
      const about = { results: results.slice(from, from + maxInNote) };
      await this.#audit("quarantine.forgotten", viewer, { about });
    }
    return { forgotten: await this.#deps.store.remove(wanted), unknown };
  }

  async #find(id: string, { tenant }: Viewer): Promise<QuarantinedResult | undefined> {
    const found = await this.#deps.store.find(id);
    return tenant === undefined || found?.tenant === tenant ? found : undefined;
  }

  async #audit(
    kind: QuarantineNote["kind"],
    { by, tenant }: Viewer,
    { about, ...rest }: Pick<QuarantineNote, "callId" | "about">,
  ): Promise<void> {
    const { clock, audit, nameOf, noteOf } = this.#deps;
    const name = await nameOf(by, tenant === undefined || tenant === "" ? null : tenant);
    const entry = noteOf({ kind, at: clock.now(), ...rest, about: { ...about, by: name } });
    await audit.append([entry], "on-disk");
  }
}

/** A larger note would be hard to read. */
const maxInNote = 50;
