import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { Secret } from "../secrets/secret.ts";
import { outcomeOf } from "./grant.ts";
import { type Granted, momentsOf } from "./granted.ts";
import {
  askManaged,
  type ManagedDeps,
  type ManagedWish,
  NoIdentityEndpoint,
} from "./managed-identity.ts";
import type { ProviderClient } from "./provider.ts";
import type { Provider } from "./settings.ts";
import { createSingleFlight } from "./single-flight.ts";
import { type AssertionDeps, readAssertion } from "./token-file.ts";

/** An identity of the gateway itself, for which no person is asked. */
export type OwnIdentity =
  | ({ readonly kind: "managed" } & ManagedWish)
  | { readonly kind: "client-assertion"; readonly provider: Provider; readonly file: string }
  | {
      readonly kind: "client-credentials";
      readonly provider: Provider;
      /** The secret, or the private key if the proof is `jwt`. */
      readonly clientSecret: Secret;
    };

export interface OwnTokenDeps extends ManagedDeps, AssertionDeps, Pick<Runtime, "clock"> {
  readonly client: Pick<ProviderClient, "ask">;
  readonly registry: Pick<SecretRegistry, "hold">;
  /** Aborts when the gateway closes. */
  readonly signal: AbortSignal;
}

/** Why there is no token: no or no usable answer, a permanent no, the file, or the environment. */
export class NoToken extends Error {
  override readonly name = "NoToken";
  readonly because: "provider" | "refused" | "file" | "identity";

  constructor(because: NoToken["because"]) {
    super("There is no token for this identity.");
    this.because = because;
  }
}

export interface OwnToken {
  readonly token: Secret;
  /** Milliseconds since 1970. */
  readonly grantedAt: number;
  readonly endsAt: number;
}

export interface OwnTokens {
  /** Returns a valid token, renewed if it is due, once for all callers. Throws a `NoToken`. */
  readonly current: () => Promise<OwnToken>;
  /** Reports that a target refused this token. If it is not new, the next one is. */
  readonly refused: (token: OwnToken) => void;
}

/** For tokens whose provider does not say when they end. */
const keptMs = 60_000;
/** Pause after a failed request. */
const restMs = 5_000;
/** Limits renewals if a target refuses every token. */
const minAgeMs = 30_000;

interface Kept extends OwnToken {
  readonly renewAt: number;
  /** Keeps the token redacted for as long as it may occur. */
  readonly hold: Disposable;
}

/**
 * Creates the tokens of one identity, renewed before they end. They stay in memory: what this
 * machine may do is no business of other machines on the same store.
 *
 * @example
 * ```ts
 * const tokens = createOwnTokens({ kind: "managed", resource: "https://cosmos.azure.com" }, deps);
 * const { token } = await tokens.current();
 * ```
 */
export function createOwnTokens(identity: OwnIdentity, deps: OwnTokenDeps): OwnTokens {
  const { clock, registry } = deps;
  const inOneFlight = createSingleFlight<OwnToken>();
  let kept: Kept | undefined;
  let older: Disposable | undefined;
  let failure: { readonly until: number; readonly error: NoToken } | undefined;

  const keep = (granted: Granted): Kept => {
    const grantedAt = clock.now();
    const { renewAt = grantedAt + keptMs, tokenEndsAt = renewAt } = momentsOf(granted, grantedAt);
    // Answers to requests with the token before may still arrive.
    older?.[Symbol.dispose]();
    older = kept?.hold;
    const hold = registry.hold(granted.accessToken);
    kept = { token: granted.accessToken, grantedAt, renewAt, endsAt: tokenEndsAt, hold };
    return kept;
  };
  const stillGood = (error: NoToken): OwnToken => {
    if (kept !== undefined && kept.endsAt > clock.now()) return kept;
    throw error;
  };
  const renewed = async (): Promise<OwnToken> => {
    if (failure !== undefined && failure.until > clock.monotonic()) return stillGood(failure.error);
    try {
      return keep(await ask(identity, deps));
    } catch (error) {
      failure = { until: clock.monotonic() + restMs, error: reasonOf(error) };
      return stillGood(failure.error);
    }
  };

  return {
    current: async () =>
      kept !== undefined && kept.renewAt > clock.now() ? kept : inOneFlight("", renewed),
    refused: ({ token, grantedAt }) => {
      const isOld = kept?.token === token && grantedAt + minAgeMs <= clock.now();
      if (isOld && kept !== undefined) kept = { ...kept, renewAt: 0, endsAt: 0 };
    },
  };
}

async function ask(identity: OwnIdentity, deps: OwnTokenDeps): Promise<Granted> {
  const { client, signal, registry } = deps;
  if (identity.kind === "managed") return askManaged(identity, deps, signal);
  const { provider } = identity;
  const clientSecret =
    identity.kind === "client-assertion"
      ? await readAssertion(identity.file, deps)
      : identity.clientSecret;
  if (clientSecret === undefined) throw new NoToken("file");
  using holds = new DisposableStack();
  holds.use(registry.hold(clientSecret));
  return await client.ask(provider, { kind: "client-credentials" }, { clientSecret, signal });
}

function reasonOf(error: unknown): NoToken {
  if (error instanceof NoToken) return error;
  if (error instanceof NoIdentityEndpoint) return new NoToken("identity");
  return new NoToken(outcomeOf(error).kind === "refused" ? "refused" : "provider");
}
