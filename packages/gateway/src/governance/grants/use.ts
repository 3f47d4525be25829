import type { JsonObject } from "@toolcourt/sdk";
import type { AuthorizedCall } from "../../pipeline/call.ts";
import type { StoredGrant } from "../../stores/grant-store.ts";
import { compileArgumentCondition } from "../policy/argument-condition.ts";
import { expire } from "./expire.ts";
import { whyNoGrant } from "./give.ts";
import type { GrantChecks, GrantDeps } from "./grants.ts";

/** A call that needs approval, and has no answers of a person to the tool's questions. */
export interface Using {
  readonly call: AuthorizedCall;
  /** The validated arguments without the host's tracing fields. */
  readonly args: JsonObject;
}

export interface UsedGrant {
  readonly id: string;
  readonly by: string;
  /** When it was given. */
  readonly at: number;
}

/** Maximum clock skew between two machines. */
const skewMs = 5_000;

/**
 * Takes one use of the grant that covers a call and ends first. The store counts it and writes the
 * intent of the call in one transaction.
 */
export async function use(deps: GrantDeps, using: Using): Promise<UsedGrant | undefined> {
  const { store, clock, entryOf } = deps;
  const { principal, registered, callId } = using.call;
  const { publicName: tool, contract } = registered;
  if (whyNoGrant(registered) !== undefined) return undefined;
  const { id: holder, tenant = null } = principal;
  const found = await store.activeOf({ principal: holder, tenant, server: contract.server });
  for (const grant of found) {
    const at = clock.now();
    if (at >= grant.expiresAt) await expire(deps, grant);
    if (!covers(deps, grant, using)) continue;
    const entry = await entryOf({ kind: "grant.used", at, grant, callId, tool });
    if (await store.use({ id: grant.id, at }, entry)) {
      return { id: grant.id, by: grant.givenBy, at: grant.createdAt };
    }
  }
  return undefined;
}

/** Rechecks everything that a grant rests on. */
function covers({ clock, checks }: GrantDeps, grant: StoredGrant, { call, args }: Using): boolean {
  const { principal, connectionName: connection } = call;
  const { givenBy: by, giverRoles: roles, tenant, condition } = grant;
  return (
    isTimely(grant, clock.now()) &&
    isForTool(grant, call, checks) &&
    by !== principal.id &&
    checks.mayGive({ by, roles }, tenant) &&
    checks.mayCall(call) &&
    holds(condition, { args, connection })
  );
}

function isTimely({ createdAt, expiresAt }: StoredGrant, now: number): boolean {
  return now < expiresAt && now >= createdAt - skewMs;
}

/** The contract must be the granted one for the call, and still be the current one. */
function isForTool(
  { tools }: StoredGrant,
  { registered: { publicName, contract } }: AuthorizedCall,
  checks: GrantChecks,
): boolean {
  const current = checks.tools().get(publicName);
  if (current === undefined || whyNoGrant(current) !== undefined) return false;
  const digest = Object.hasOwn(tools, publicName) ? tools[publicName] : undefined;
  return digest === contract.digest && digest === current.contract.digest;
}

/** A condition without an answer does not hold. */
function holds(
  condition: string | undefined,
  question: { readonly args: JsonObject; readonly connection: string | undefined },
): boolean {
  if (condition === undefined) return true;
  const compiled = compileArgumentCondition(condition);
  return compiled.kind === "condition" && compiled.ask(question) === "true";
}
