import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { GiveResult } from "../../governance/grants/give.ts";
import { grantJson } from "../../governance/grants/grant-json.ts";
import type { Giver, Grants, RevokeResult } from "../../governance/grants/grants.ts";
import { objectionsTo } from "../../governance/grants/objections.ts";
import type { Principal } from "../../pipeline/call.ts";
import { cursorBehind, idFor } from "./approval-requests.ts";
import { type GrantPage, giftIn, grantAskIn, nothingIn } from "./grant-requests.ts";
import { isOperator, tenantOf } from "./operator.ts";

export interface GrantsDeps {
  readonly grants: Grants;
  readonly principal: Principal;
}

/**
 * Answers requests about grants, of the sender's own tenant only. `permit` returns the roles that
 * give a permission, and throws a `Refusal` if none does.
 */
export async function answerAboutGrants(
  deps: GrantsDeps,
  request: IncomingMessage,
  permit: (permission: string) => readonly string[] | undefined,
): Promise<JsonObject> {
  const ask = grantAskIn(request);
  const roles = permit(ask.kind === "list" || ask.kind === "show" ? "grants:read" : mayGive);
  const { grants, principal } = deps;
  const within = tenantOf(principal);
  if (ask.kind === "list") return list(grants, within, ask.page);
  if (ask.kind === "give") {
    const { tenant = null } = within;
    return given(await grants.give({ ...(await giftIn(request)), ...giverOf(principal), tenant }));
  }
  if (ask.kind === "show") {
    const grant = await grants.find(idFor(ask.id), within.tenant);
    if (grant === undefined) throw refusals.unknown;
    return grantJson(grant);
  }
  await nothingIn(request);
  return revoked(await grants.revoke(idFor(ask.id), { by: principal.id, roles, ...within }));
}

const mayGive = "grants:give";

/** Only the roles of the identity itself are stored. The policy adds its own at each use. */
function giverOf(principal: Principal): Giver {
  const { id: by, roles = [] } = principal;
  return isOperator(principal) ? { by } : { by, roles };
}

async function list(
  grants: Grants,
  within: ReturnType<typeof tenantOf>,
  { max, ...page }: GrantPage,
): Promise<JsonObject> {
  const found = await grants.list({ ...page, ...within, max: max + 1 });
  const shown = found.slice(0, max);
  const last = shown.at(-1);
  const isMore = found.length > max && last !== undefined;
  return { grants: shown.map(grantJson), ...(isMore && { next: cursorBehind(last) }) };
}

function given(result: GiveResult): JsonObject {
  if (result.kind === "given") {
    const leftOut = result.leftOut.map(({ tool, because }) => ({ tool, because }));
    return { ...grantJson(result.grant), leftOut };
  }
  if (result.kind === "own" || result.kind === "not-permitted") throw refusals[result.kind];
  throw new Refusal("grant-invalid", { problems: objectionsTo(result) });
}

function revoked(result: RevokeResult): JsonObject {
  if (result.kind === "revoked") return grantJson(result.grant);
  if (result.kind === "settled") throw new Refusal("grant-settled", { state: result.state });
  throw refusals[result.kind];
}

const refusals = {
  unknown: new Refusal("grant-unknown", {}),
  own: new Refusal("grant-own", {}),
  "not-permitted": new Refusal("permission-missing", { missing: mayGive }),
} as const;
