import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { LRUCache } from "lru-cache";
import type { Credential } from "../egress/request-headers.ts";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import { type Secret, withPrefix } from "../secrets/secret.ts";
import type { Asking, Exchange } from "./asking.ts";
import type { ConnectionUser, PresentedToken } from "./connections.ts";
import { outcomeOf } from "./grant.ts";
import { type Granted, momentsOf } from "./granted.ts";
import { type HeldCredentials, orUnavailable } from "./open-credential.ts";
import type { ProviderClient } from "./provider.ts";
import { boundTo, openField, type ReadConnection, type SettingsOf } from "./settings.ts";
import { createSingleFlight } from "./single-flight.ts";
import { Demands, isWithheld, type SteppedUp, wider } from "./step-up.ts";

export type ExchangeConnection = ReadConnection<SettingsOf<"exchange">>;

export function isExchange(connection: ReadConnection): connection is ExchangeConnection {
  return connection.settings.kind === "exchange";
}

export interface ExchangeDeps extends Pick<Runtime, "clock"> {
  readonly client: Pick<ProviderClient, "ask">;
  readonly vault: Pick<CurrentVault, "open">;
  readonly held: Pick<HeldCredentials, "keep">;
  readonly registry: Pick<SecretRegistry, "hold">;
  /** Aborts when the gateway closes. */
  readonly signal: AbortSignal;
}

interface Exchanged {
  readonly credential: Credential;
  /** Keeps the token redacted for as long as it may be sent. */
  readonly hold: Disposable;
  readonly at: number;
  readonly renewAt: number;
}

const max = 10_000;
/** For tokens whose issuer does not say when they end. */
const keptMs = 60_000;
/** Pause after a failed exchange. */
const restMs = 5_000;
/** Limits exchanges if a target refuses every token. */
const minAgeMs = 30_000;

/**
 * Exchanges the tokens of callers at their own issuer (RFC 8693). A caller's token goes nowhere else
 * and is not kept. What it was exchanged for stays in memory, for this token of this caller only.
 */
export class TokenExchange {
  readonly #deps: ExchangeDeps;
  readonly #tokens = new LRUCache<string, Exchanged>({
    max,
    dispose: ({ hold }) => hold[Symbol.dispose](),
  });
  readonly #keys = new WeakMap<Credential, string>();
  readonly #failures = new LRUCache<string, { readonly until: number; readonly refusal: Refusal }>({
    max,
  });
  /** Scopes that a server demanded, by connection and caller. */
  readonly #scopes = new LRUCache<string, string>({ max });
  readonly #demands: Demands;
  readonly #inOneFlight = createSingleFlight<Credential>();
  readonly #stepUpInOneFlight = createSingleFlight<SteppedUp>();

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
    this.#demands = new Demands(deps.clock);
  }

  /** Refuses a caller who showed no token of the connection's issuer. */
  check({ stored, settings }: ExchangeConnection, caller?: ConnectionUser): PresentedToken {
    const { presented } = caller ?? {};
    // Compared to the letter: the token was verified as one of exactly this issuer.
    if (presented === undefined || presented.issuer !== settings.provider.issuer) {
      throw refusal(stored.name, "issuer");
    }
    return presented;
  }

  async credential(connection: ExchangeConnection, caller?: ConnectionUser): Promise<Credential> {
    const subject = subjectOf(connection, caller, this.check(connection, caller));
    const { clock } = this.#deps;
    const known = this.#tokens.get(subject.key);
    if (known !== undefined && known.renewAt > clock.now()) return known.credential;
    const failed = this.#failures.get(subject.key);
    if (failed !== undefined && failed.until > clock.monotonic()) throw failed.refusal;
    const scope = this.#scopes.get(subject.caller);
    return this.#inOneFlight(subject.key, async () => {
      const granted = await this.#ask(connection, subject, scope).catch((error: unknown) => {
        throw this.#remembered(subject, error);
      });
      return this.#keep(connection, subject, granted);
    });
  }

  /** Reports that the target refused the token. The next one is exchanged anew, if it is not new. */
  refused(credential: Credential): void {
    const key = this.#keys.get(credential) ?? "";
    const known = this.#tokens.get(key);
    const isOld = known !== undefined && known.at + minAgeMs <= this.#deps.clock.now();
    if (isOld && known.credential === credential) this.#tokens.delete(key);
  }

  /** Exchanges once more, for the earlier and the demanded scopes. */
  async stepUp(
    connection: ExchangeConnection,
    { caller, credential, demanded }: Demanding,
  ): Promise<SteppedUp> {
    const { provider } = connection.settings;
    const subject = subjectOf(connection, caller, this.check(connection, caller));
    const { scope, scopes } = wider(this.#scopes.get(subject.caller) ?? provider.scope, demanded);
    // Another call has replaced the token meanwhile.
    const isReplaced = this.#tokens.get(subject.key)?.credential !== credential;
    if (isReplaced) return { isWider: true, scopes };
    if (scope === undefined || provider.resource === undefined) return { isWider: false, scopes };
    return this.#stepUpInOneFlight(JSON.stringify([subject.key, scope]), async () => {
      if (!this.#demands.isNew(subject.caller, demanded)) return { isWider: false, scopes };
      const granted = await this.#ask(connection, subject, scope).catch(unlessRefusal);
      if (granted === undefined || isWithheld(granted, demanded)) return { isWider: false, scopes };
      this.#scopes.set(subject.caller, scope);
      this.#keep(connection, subject, granted);
      return { isWider: true, scopes };
    });
  }

  async #ask(
    connection: ExchangeConnection,
    { presented }: Subject,
    scope = connection.settings.provider.scope,
  ): Promise<Granted> {
    const { client, vault, registry, signal } = this.#deps;
    const { name } = connection.stored;
    const { provider, audience } = connection.settings;
    const clientSecret = await orUnavailable(name, () =>
      openField(vault, connection, "client_secret"),
    );
    // It binds the addresses to the vault: without it, the store could name another issuer.
    if (clientSecret === undefined) {
      throw new Refusal("connection-unavailable", { connection: name, because: "vault" });
    }
    using holds = new DisposableStack();
    for (const secret of [clientSecret, presented.token]) holds.use(registry.hold(secret));
    const target = defined({ audience, resource: provider.resource, scope });
    const asking = askingOf(connection.settings, presented.token, target);
    try {
      const wanted = { ...provider, ...defined({ scope }) };
      return await client.ask(wanted, asking, { clientSecret, signal });
    } catch (error) {
      throw failureOf(name, error);
    }
  }

  /** Lets the issuer rest after a failure. */
  #remembered({ key }: Subject, error: unknown): unknown {
    const until = this.#deps.clock.monotonic() + restMs;
    if (isRefusal(error)) this.#failures.set(key, { until, refusal: error });
    return error;
  }

  #keep({ settings }: ExchangeConnection, { key }: Subject, granted: Granted): Credential {
    const { clock, held, registry } = this.#deps;
    const now = clock.now();
    const { renewAt = now + keptMs } = momentsOf(granted, now);
    const authorization = withPrefix(granted.accessToken, "Bearer ");
    const credential = { headers: { authorization }, origins: settings.origins };
    held.keep(key, { stamp: key, generation: now, credential }, [granted.accessToken]);
    const hold = registry.hold(granted.accessToken);
    this.#tokens.set(key, { credential, hold, at: now, renewAt });
    this.#keys.set(credential, key);
    return credential;
  }
}

interface Demanding {
  readonly caller: ConnectionUser | undefined;
  /** The credential that the server found too narrow. */
  readonly credential: Credential;
  readonly demanded: readonly string[];
}

interface Subject {
  /** Names the connection, the caller and the token. Two tokens of a caller may differ in power. */
  readonly key: string;
  /** Names the connection and the caller. */
  readonly caller: string;
  readonly presented: PresentedToken;
}

function subjectOf(
  connection: ExchangeConnection,
  { id = "", tenant = "" }: Partial<ConnectionUser> = {},
  presented: PresentedToken,
): Subject {
  const caller = JSON.stringify([connection.stored.id, boundTo(connection), tenant, id]);
  // Its text form is a keyed fingerprint.
  return { key: `${caller} ${String(presented.token)}`, caller, presented };
}

/** Asks by the standard, or as Entra ID wants it: the caller's token is the grant. */
function askingOf(
  { protocol }: SettingsOf<"exchange">,
  token: Secret,
  target: Exchange["target"],
): Asking {
  if (protocol === "on-behalf-of") {
    return { kind: "assertion", assertion: token, use: "on_behalf_of" };
  }
  const kinds = { subject: "access-token", wanted: "access-token" } as const;
  return { kind: "exchange", subjectToken: token, ...kinds, target };
}

function failureOf(connection: string, error: unknown): Refusal {
  return outcomeOf(error).kind === "refused"
    ? refusal(connection, "exchange")
    : new Refusal("connection-unavailable", { connection, because: "provider" });
}

function refusal(connection: string, because: "issuer" | "exchange"): Refusal {
  return new Refusal("connection-refused", { connection, because, scopes: [] });
}

function unlessRefusal(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}
