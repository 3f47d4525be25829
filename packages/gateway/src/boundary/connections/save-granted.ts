import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import { fieldsOf, type Granted, momentsOf } from "./granted.ts";
import { orUnavailable } from "./open-credential.ts";
import { type Renewable, sealFields, settingsJson } from "./settings.ts";

export interface SaveDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ConnectionStore, "replace">;
  readonly vault: Pick<CurrentVault, "seal">;
}

/** Undefined if the connection was changed concurrently: the stored state wins. */
type Saved = Renewable | undefined;

const pausesMs = [0, 50, 500];

/**
 * Stores a grant. The exchange voids the old refresh token. If the new one cannot be stored, it is
 * kept in memory, used, and stored later.
 */
export class SaveGranted {
  readonly #deps: SaveDeps;
  readonly #unsaved: (connection: string) => void;
  readonly #kept = new Map<string, Renewable>();

  /** Calls `unsaved` if a new token could not be stored and exists only in memory. */
  constructor(deps: SaveDeps, unsaved: (connection: string) => void) {
    this.#deps = deps;
    this.#unsaved = unsaved;
  }

  async save(claimed: Renewable, granted: Granted): Promise<Saved> {
    const { vault, clock } = this.#deps;
    const next = await orUnavailable(claimed.stored.name, () =>
      withGranted(claimed, granted, { vault, now: clock.now() }),
    );
    let saved: Saved;
    for (const pause of pausesMs) {
      if (pause > 0) await clock.sleep(pause);
      saved = await this.#write(next);
      if (!this.#kept.has(next.stored.id)) return saved;
    }
    this.#unsaved(next.stored.name);
    return saved;
  }

  /** Returns a retry for a grant that could not be stored. Undefined if there is none. */
  again(id: string): (() => Promise<Saved>) | undefined {
    const next = this.#kept.get(id);
    return next && (() => this.#write(next));
  }

  async #write(next: Renewable): Promise<Saved> {
    const { id } = next.stored;
    const outcome = await this.#deps.store.replace(next.stored).catch(() => "failed" as const);
    if (outcome === "failed") this.#kept.set(id, next);
    else this.#kept.delete(id);
    return outcome === "overtaken" ? undefined : next;
  }
}

/** Returns the connection with its new tokens, without its lease. */
export async function withGranted(
  claimed: Renewable,
  granted: Granted,
  { vault, now }: Pick<SaveDeps, "vault"> & { readonly now: number },
): Promise<Renewable> {
  const { renewingUntil: _claim, renewAt: _due, tokenEndsAt: _end, ...rest } = claimed.settings;
  const settings = { ...rest, ...momentsOf(granted, now) };
  const { stored } = claimed;
  const sealed = { ...stored.sealed, ...(await sealFields(vault, claimed, fieldsOf(granted))) };
  return {
    settings,
    stored: {
      ...stored,
      version: stored.version + 1,
      settings: settingsJson(settings),
      sealed,
      changedAt: now,
    },
  };
}
