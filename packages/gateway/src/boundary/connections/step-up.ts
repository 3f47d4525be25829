import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { readScope } from "../egress/challenge.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Secret } from "../secrets/secret.ts";
import type { Granted } from "./granted.ts";
import { claim, released } from "./lease.ts";
import { orUnavailable } from "./open-credential.ts";
import type { RenewDeps } from "./renew.ts";
import { withGranted } from "./save-granted.ts";
import {
  isRenewable,
  openField,
  type ReadConnection,
  type Renewable,
  sealFields,
  settingsJson,
} from "./settings.ts";

export interface StepUpDeps extends Pick<RenewDeps, "clock" | "store" | "grant" | "entryOf"> {
  readonly vault: Pick<CurrentVault, "open" | "seal">;
}

/** Whether the connection has a token with more scopes now, and all scopes that it should have. */
export interface SteppedUp {
  readonly isWider: boolean;
  readonly scopes: readonly string[];
}

export type StepUp = (
  connection: ReadConnection,
  demanded: readonly string[],
) => Promise<SteppedUp>;

/** How many demands are met for a connection within the time that they are remembered. */
const maxTries = 3;
const rememberedMs = 60 * 60_000;
/** Far more connections than demand scopes at once. */
const maxRemembered = 10_000;

interface Tries {
  readonly until: number;
  /** The demands that were met or refused. Each is tried once. */
  readonly demands: Set<string>;
}

/** Remembers what servers demanded, so that no server makes us ask its issuer for ever. */
export class Demands {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #tried = new Map<string, Tries>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Reports whether a demand is the first of its kind, and one of few. */
  isNew(id: string, demanded: readonly string[]): boolean {
    const demand = demanded.toSorted().join(" ");
    const now = this.#clock.monotonic();
    const known = this.#tried.get(id);
    const isOver = known === undefined || known.until <= now;
    const tries = isOver ? { until: now + rememberedMs, demands: new Set<string>() } : known;
    if (tries.demands.has(demand) || tries.demands.size >= maxTries) return false;
    tries.demands.add(demand);
    this.#tried.delete(id);
    this.#tried.set(id, tries);
    const [oldest] = this.#tried.size > maxRemembered ? this.#tried.keys() : [];
    if (oldest !== undefined) this.#tried.delete(oldest);
    return true;
  }
}

/** Returns the earlier and the demanded scopes. The `scope` is unset if the demand adds none. */
export function wider(
  before: string | undefined,
  demanded: readonly string[],
): { readonly scope?: string; readonly scopes: readonly string[] } {
  const scope = readScope([before ?? "", ...demanded].join(" "));
  const scopes = scope?.split(" ") ?? [];
  const had = readScope(before)?.split(" ").length ?? 0;
  return scope !== undefined && scopes.length > had ? { scope, scopes } : { scopes };
}

/**
 * Creates the step-up of grants that need no person: one token with the earlier and the demanded
 * scopes. A refusal leaves the connection and its token as they are.
 */
export function createStepUp(deps: StepUpDeps): StepUp {
  const demands = new Demands(deps.clock);

  return async (connection, demanded) => {
    const before = isRenewable(connection) ? connection.settings.provider.scope : undefined;
    const { scope, scopes } = wider(before, demanded);
    if (scope === undefined || !isAlone(connection)) return { isWider: false, scopes };
    if (!demands.isNew(connection.stored.id, demanded)) return { isWider: false, scopes };
    return { isWider: await widen(connection, { scope, demanded }, deps), scopes };
  };
}

/**
 * Reports whether no person is needed. Without a resource, an issuer would grant a token that is
 * good elsewhere too, and the server would receive it.
 */
function isAlone(connection: ReadConnection): connection is Renewable {
  if (!isRenewable(connection)) return false;
  const { kind, provider } = connection.settings;
  return kind !== "oauth" && provider.resource !== undefined;
}

interface Wanted {
  readonly scope: string;
  readonly demanded: readonly string[];
}

async function widen(
  connection: Renewable,
  { scope, demanded }: Wanted,
  deps: StepUpDeps,
): Promise<boolean> {
  const { store, clock, vault, grant, entryOf } = deps;
  const claimed = await claim(connection, deps);
  if (claimed === undefined) return false;
  const outcome = await grant(claimed, scope);
  const granted = outcome.kind === "granted" ? outcome.granted : undefined;
  if (granted === undefined || isWithheld(granted, demanded)) {
    await store.replace(released(claimed, clock.now())).catch(() => undefined);
    return false;
  }
  const { name } = claimed.stored;
  return orUnavailable(name, async () => {
    const scoped = await withScope(claimed, scope, vault);
    const { stored } = await withGranted(scoped, granted, { vault, now: clock.now() });
    const entry = await entryOf("connection.widened", stored);
    return (await store.replace(stored, entry)) === "replaced";
  });
}

export function isWithheld({ withheld = [] }: Granted, demanded: readonly string[]): boolean {
  return demanded.some((each) => withheld.includes(each));
}

/** Returns the connection with other scopes. Its secrets are bound to them, so they are resealed. */
async function withScope(
  { stored, settings: before }: Renewable,
  scope: string,
  vault: StepUpDeps["vault"],
): Promise<Renewable> {
  const settings = { ...before, provider: { ...before.provider, scope } };
  const secrets: Record<string, Secret> = {};
  for (const field of Object.keys(stored.sealed)) {
    const secret = await openField(vault, { stored, settings: before }, field);
    if (secret !== undefined) secrets[field] = secret;
  }
  const sealed = await sealFields(vault, { stored, settings }, secrets);
  return { settings, stored: { ...stored, settings: settingsJson(settings), sealed } };
}
