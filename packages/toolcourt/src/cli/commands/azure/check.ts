import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import type { ReadConnection } from "@toolcourt/gateway/internal/boundary/connections/settings";
import type { Gateway } from "@toolcourt/gateway/internal/compose/open-gateway";
import { isQuestion } from "@toolcourt/gateway/internal/pipeline/call";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  valueAt,
} from "@toolcourt/sdk";
import { type CommandContext, usage } from "../../command.ts";
import type { AzurePackage, RolePermission } from "./load-azure.ts";

/** One subscription that a connection is for. */
export interface AzureScope {
  readonly tenantId: string;
  readonly subscriptionId: string;
}

/** What the connection declares, and what its identity really has there. */
export interface CheckedTier {
  readonly tier: string;
  readonly isDeclared: boolean;
  readonly isHeld: boolean;
  /** The role that would help. */
  readonly role: string;
}

export interface CheckedScope {
  readonly scope: AzureScope;
  /** Empty if the permissions could not be read. */
  readonly tiers: readonly CheckedTier[];
  /** Why the permissions could not be read. Default: they could. */
  readonly problem?: string;
}

export interface Checking {
  readonly azure: AzurePackage;
  readonly connection: ReadConnection;
  readonly gateway: Gateway;
  readonly context: CommandContext;
}

/** What was checked, and what was not. */
export interface CheckedConnection {
  readonly scopes: readonly CheckedScope[];
  /** Why these are not all subscriptions of the connection. Default: they are. */
  readonly gap?: string;
}

/** A connection for any subscription may see thousands. */
const maxScopes = 100;

/** The tier of the tools that this command calls. */
const askedTier = "inventory";

/** Compares the tiers of a connection with the roles of its identity, in each subscription. */
export async function checkTiers(checking: Checking): Promise<CheckedConnection> {
  checkUsable(checking.connection);
  const { scopes, isWhole } = await scopesOf(checking);
  const checked: CheckedScope[] = [];
  for (const scope of scopes.slice(0, maxScopes)) checked.push(await checkScope(checking, scope));
  const gap = gapIn(scopes.length, isWhole);
  return { scopes: checked, ...(gap !== undefined && { gap }) };
}

/** Whether every subscription was checked, and has each tier that is declared. */
export function isWholeCheck({ scopes, gap }: CheckedConnection): boolean {
  return gap === undefined && scopes.length > 0 && scopes.every(isFine);
}

function isFine({ tiers, problem }: CheckedScope): boolean {
  return problem === undefined && !tiers.some(isLacking);
}

function gapIn(found: number, isWhole: boolean): string | undefined {
  if (found > maxScopes) {
    return `Only ${maxScopes} of ${found} subscriptions were checked: name others with --level subscriptionId=<id>.`;
  }
  if (!isWhole) return "Azure did not list all subscriptions: the others were not checked.";
  return found === 0 ? "There is no subscription to check." : undefined;
}

/** Refuses a connection whose permissions no call could read, before anything is sent. */
function checkUsable({ settings: { tiers, levels } }: ReadConnection): void {
  if (!tiers.includes(askedTier)) {
    throw usage(
      `Permissions are read at the tier ${askedTier}, and the connection does not declare it. Revoke it, and add it again with --tier ${askedTier}.`,
    );
  }
  if (levels["resourceGroup"] !== undefined && levels["resourceGroup"] !== "any") {
    throw usage(
      "Permissions are read by subscription, and the connection is limited to resource groups: check one without --level resourceGroup=<name>.",
    );
  }
}

/** A tier that is declared and not held. Its calls will be denied. */
export function isLacking({ isDeclared, isHeld }: CheckedTier): boolean {
  return isDeclared && !isHeld;
}

async function checkScope(checking: Checking, scope: AzureScope): Promise<CheckedScope> {
  const { azure, connection } = checking;
  try {
    const { data, isWhole } = await call(checking, "check-access", { ...scope });
    if (!isWhole) return { scope, tiers: [], problem: "Azure did not list all permissions." };
    const held = azure.tiersOf(permissionsIn(data));
    const tiers = azure.tiers.map((tier) => ({
      tier,
      isDeclared: connection.settings.tiers.includes(tier),
      isHeld: held.includes(tier),
      role: azure.tierNeeds[tier]?.role ?? "",
    }));
    return { scope, tiers };
  } catch (error) {
    if (isRefusal(error)) return { scope, tiers: [], problem: error.message };
    throw error;
  }
}

interface Scopes {
  readonly scopes: readonly AzureScope[];
  readonly isWhole: boolean;
}

/** Lists the subscriptions only if the connection is for any of them. */
async function scopesOf(checking: Checking): Promise<Scopes> {
  const { levels } = checking.connection.settings;
  const { tenantId: tenants, subscriptionId: subscriptions } = levels;
  const [tenantId, ...others] = tenants === "any" ? [] : (tenants ?? []);
  if (tenantId === undefined || others.length > 0) {
    throw usage("The connection must be for one tenant: add it with --level tenantId=<id>.");
  }
  if (subscriptions === undefined) {
    throw usage("The connection names no subscription: add it with --level subscriptionId=<id>.");
  }
  if (subscriptions !== "any") {
    const scopes = subscriptions.map((subscriptionId) => ({ tenantId, subscriptionId }));
    return { scopes, isWhole: true };
  }
  const { data, isWhole } = await call(checking, "list-subscriptions", { tenantId });
  const scopes = listAt(data, "/subscriptions").flatMap((each) => {
    const subscriptionId = valueAt(each, "/subscriptionId");
    return typeof subscriptionId === "string" ? [{ tenantId, subscriptionId }] : [];
  });
  return { scopes, isWhole };
}

interface Called {
  readonly data: JsonValue;
  /** False if there is more than was read. */
  readonly isWhole: boolean;
}

/** Calls a tool through the whole pipeline, so that the call is checked and audited like any other. */
async function call(
  { gateway, connection, context }: Checking,
  tool: string,
  scope: JsonObject,
): Promise<Called> {
  const { newId, signal } = context;
  const answer = await gateway.callTool(
    {
      callId: newId(),
      principal: { id: "local", permissions: "all", kind: "local" },
      correlationId: newId(),
      traceId: newId(),
      agent: { name: "toolcourt", version },
      tool,
      arguments: { connection_id: connection.stored.id, scope, tier: askedTier },
    },
    signal,
  );
  if (isQuestion(answer)) {
    throw new Refusal("interaction-required", { tool, because: "not-declared" });
  }
  const content = answer.structuredContent ?? null;
  return {
    data: valueAt(content, "/data") ?? null,
    isWhole: valueAt(content, "/metadata/discovery/complete") === true,
  };
}

function permissionsIn(data: JsonValue): readonly RolePermission[] {
  return listAt(data, "/permissions")
    .filter(isJsonObject)
    .map((each) => ({
      actions: textsAt(each, "/actions"),
      notActions: textsAt(each, "/notActions"),
    }));
}

function textsAt(value: JsonValue, pointer: string): readonly string[] {
  return listAt(value, pointer).filter((each) => typeof each === "string");
}

function listAt(value: JsonValue, pointer: string): readonly JsonValue[] {
  const found = valueAt(value, pointer);
  return isJsonArray(found) ? found : [];
}
