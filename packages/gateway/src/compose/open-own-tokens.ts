import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  createOwnTokens,
  type OwnIdentity,
  type OwnTokenDeps,
  type OwnTokens,
} from "../boundary/connections/own-token.ts";
import { openInstanceMetadata } from "../boundary/egress/instance-metadata.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import { clientOnDemand, openProviderDoors, type ProviderEgressDeps } from "./open-connections.ts";

export interface OwnTokensDeps
  extends ProviderEgressDeps,
    Pick<Runtime, "randomBytes">,
    Pick<OwnTokenDeps, "environment" | "folder" | "registry"> {}

/**
 * Opens the tokens of an identity of the gateway itself, for what is no connection. A store needs
 * them before any connection can be read from it.
 *
 * @example
 * ```ts
 * await using tokens = openOwnTokens({ kind: "managed", resource: "https://cosmos.azure.com" }, deps);
 * const { token, endsAt } = await tokens.current();
 * ```
 */
export function openOwnTokens(
  identity: OwnIdentity,
  deps: OwnTokensDeps,
): OwnTokens & AsyncDisposable {
  const stack = new AsyncDisposableStack();
  const closing = new AbortController();
  const { door } = stack.use(openProviderDoors(deps));
  const metadata = stack.use(openInstanceMetadata(deps));
  stack.defer(() => closing.abort());
  const { clock, randomBytes, environment, folder, registry } = deps;
  const holdSecret = createHoldSecret(randomBytes(32));
  const client = clientOnDemand({ door, holdSecret, clock, randomBytes });
  const own = { client, door, metadata, holdSecret, clock, environment, folder, registry };
  const tokens = createOwnTokens(identity, { ...own, signal: closing.signal });
  return { ...tokens, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
