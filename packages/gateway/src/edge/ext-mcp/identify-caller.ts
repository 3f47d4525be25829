import type { JsonObject as ContextJson } from "@bufbuild/protobuf";
import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { ContextIdentity } from "../../governance/identity/context-identity.ts";
import type { Identities } from "../../governance/identity/create-identities.ts";
import type { AuthenticationFailure, Identity } from "../../governance/identity/identity.ts";
import type { Principal } from "../../pipeline/call.ts";
import { principalFrom, type TakeRequest } from "../callers.ts";
import type { McpRequest } from "./definition.ts";
import type { Because } from "./verdicts.ts";

export interface IdentifyDeps {
  readonly identities: Identities;
  /** Default: the bearer token in the headers of the proxied request. */
  readonly identity?: ContextIdentity | undefined;
  /** Counts the checks of each principal. Default: no limit. */
  readonly takeRequest?: TakeRequest | undefined;
}

interface Unidentified {
  readonly because: Extract<Because, "token" | "context" | "rate">;
}

type Asking = Pick<McpRequest, "headers" | "metadataContext">;
type Identified = Principal | Unidentified;

/**
 * Finds the principal of a proxied request. There is one source, by configuration: a token that our
 * own `server.auth` verifies, or what the proxy says about a user that it authenticated itself. The
 * second is believed for the proxy's client certificate. No other header names anybody.
 */
export function createIdentifyCaller(deps: IdentifyDeps): (asking: Asking) => Promise<Identified> {
  const { identity, takeRequest } = deps;
  const verified = new WeakSet<Identity>();
  return async (asking) => {
    const found =
      identity === undefined
        ? await byToken(deps.identities, verified, asking)
        : byContext(identity, asking.metadataContext);
    if (isRefused(found) || takeRequest === undefined) return found;
    const taken = await takeRequest(JSON.stringify(["requests", found.id]));
    return taken.taken ? found : tooMany;
  };
}

export function isRefused(found: object): found is Unidentified {
  return "because" in found;
}

async function byToken(
  { authenticate, outcomes }: Identities,
  verified: WeakSet<Identity>,
  { headers }: Asking,
): Promise<Identified> {
  const tokens = headers.filter(({ key }) => key.toLowerCase() === "authorization");
  if (tokens.length > 1) return failed(outcomes, { because: "two-tokens" });
  const [token] = tokens;
  const header = token && Buffer.from(token.value).toString("latin1");
  const authentication = await authenticate(header);
  if (authentication.kind === "unavailable") {
    const { issuer } = authentication;
    return failed(outcomes, { because: "keys-unavailable", issuer });
  }
  if (authentication.kind === "refused") return failed(outcomes, authentication.reason);
  const { identity, endsAt } = authentication;
  if (!verified.has(identity)) outcomes?.verified(identity, endsAt);
  verified.add(identity);
  return principalFrom(identity);
}

/** Refuses a caller. A request without a token has no reason to report. */
function failed(
  outcomes: Identities["outcomes"],
  reason: AuthenticationFailure | undefined,
): Unidentified {
  if (reason !== undefined) outcomes?.refused(reason);
  return strangers;
}

const maxNameLength = 256;

function byContext(
  { name, id, roles, tenant }: ContextIdentity,
  context: ContextJson | undefined,
): Identified {
  const given = (key: string | undefined): JsonValue | undefined =>
    key === undefined || !isJsonObject(context) ? undefined : own(context, key);
  const [user, has, of] = [given(id), given(roles), given(tenant)];
  if (!isName(user) || !areNames(has) || !(of === undefined || isName(of))) return unnamed;
  return {
    id: `${name}:${user}`,
    permissions: [],
    roles: has ?? [],
    scopes: [],
    ...(of !== undefined && { tenant: of }),
    kind: "user",
  };
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxNameLength;
}

function areNames(value: JsonValue | undefined): value is readonly string[] | undefined {
  return value === undefined || (isJsonArray(value) && value.every(isName));
}

const strangers: Unidentified = { because: "token" };
const unnamed: Unidentified = { because: "context" };
const tooMany: Unidentified = { because: "rate" };
