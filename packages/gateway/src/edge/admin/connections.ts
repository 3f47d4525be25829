import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { JsonObject } from "@toolcourt/sdk";
import {
  type Changed,
  type ConnectionDesk,
  type Scope,
  takesToken,
} from "../../boundary/connections/connection-desk.ts";
import { connectionName, loginName } from "../../boundary/connections/find-connection.ts";
import { grantOf, readConnection } from "../../boundary/connections/settings.ts";
import { connectionJson, isExpiring } from "../../boundary/connections/shown-connection.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { StoredConnection } from "../../stores/connection-store.ts";
import {
  type ConnectionAsk,
  connectionAskIn,
  isAboutConnections,
  pageOf,
  tokenIn,
} from "./connection-requests.ts";
import { nothingIn } from "./grant-requests.ts";
import { isOperator } from "./operator.ts";
import type { AdminPart } from "./part.ts";

export interface ConnectionPartDeps {
  readonly desk: ConnectionDesk;
  readonly clock: Pick<Clock, "now">;
  /** The configured servers that log in to connections, for the command that signs in again. */
  readonly servers: () => readonly ConfiguredServer[];
}

/** A server, and the connection that its configuration names. */
export interface ConfiguredServer {
  readonly name: string;
  readonly connection: string | undefined;
}

/** Answers requests about connections, of the sender's own tenant only. Never with a secret. */
export function connectionPart(deps: ConnectionPartDeps): AdminPart {
  return {
    isAbout: isAboutConnections,
    answer: async (request, { principal, require }) => {
      const ask = connectionAskIn(request);
      require(
        ask.kind === "list" || ask.kind === "show" ? "connections:read" : "connections:manage",
      );
      const scope = scopeOf(principal);
      if (ask.kind === "list") return listed(deps, ask.page, scope);
      // No id has another form, and the store need not look for what a sender makes up.
      const stored = connectionName.test(ask.id) ? await deps.desk.find(ask.id, scope) : undefined;
      if (stored === undefined) throw new Refusal("connection-unknown", {});
      return answers[ask.kind]({ ...deps, stored, by: principal.id }, request);
    },
  };
}

/** Here no tenant is an empty text. The operator looks at all. */
function scopeOf(principal: Principal): Scope {
  return isOperator(principal) ? {} : { tenant: principal.tenant ?? "" };
}

async function listed(
  deps: ConnectionPartDeps,
  page: Extract<ConnectionAsk, { readonly kind: "list" }>["page"],
  scope: Scope,
): Promise<JsonObject> {
  const { shown, next } = pageOf(await deps.desk.list(scope), page, deps.clock.now());
  return {
    connections: shown.map((stored) => json(deps, stored)),
    ...(next !== undefined && { next }),
  };
}

interface About extends ConnectionPartDeps {
  readonly stored: StoredConnection;
  readonly by: string;
}

type Answer = (about: About, request: IncomingMessage) => Promise<JsonObject>;

const answers: Readonly<Record<Exclude<ConnectionAsk["kind"], "list">, Answer>> = {
  show: async (about) => json(about, about.stored),
  test: async (about, request) => {
    await nothingIn(request);
    if (readConnection(about.stored) === undefined) throw unchanged("unreadable");
    const tested = await about.desk.test(about.stored);
    if (tested.kind === "works") return { works: true };
    const { code, message } = tested.refusal;
    return { works: false, code, message, next: repairOf(about, about.stored) ?? null };
  },
  revoke: async (about, request) => {
    await nothingIn(request);
    const { desk, stored, by } = about;
    return changedJson(about, await desk.revoke(stored, by));
  },
  token: async (about, request) => {
    const token = await tokenIn(request);
    const { desk, stored, by } = about;
    return changedJson(about, await desk.push(stored, token, by));
  },
};

function changedJson(deps: ConnectionPartDeps, changed: Changed): JsonObject {
  if (changed.kind !== "changed") throw unchanged(changed.kind);
  const { stored, there } = changed;
  return { ...json(deps, stored), ...(there !== undefined && { atProvider: there }) };
}

function unchanged(because: Exclude<Changed["kind"], "changed"> | "unreadable"): Refusal {
  return new Refusal("connection-unchanged", { because });
}

function json(deps: ConnectionPartDeps, stored: StoredConnection): JsonObject {
  const { clock, desk } = deps;
  const now = clock.now();
  const trouble = desk.troubleOf(stored);
  return {
    ...connectionJson(stored, now),
    expiring: isExpiring(stored, now),
    takesToken: takesToken(stored),
    repair: repairOf(deps, stored) ?? null,
    lastError: trouble === undefined ? null : lastErrorJson(trouble),
  };
}

function lastErrorJson({
  code,
  message,
  at,
}: NonNullable<ReturnType<ConnectionDesk["troubleOf"]>>) {
  return { code, message, at: new Date(at).toISOString() };
}

/** Returns the command that makes it usable again. */
function repairOf(deps: ConnectionPartDeps, stored: StoredConnection): string | undefined {
  const settings = readConnection(stored)?.settings;
  if (settings === undefined || stored.status === "revoked") return undefined;
  const { name: connection, owner, tenant } = stored;
  const about = { connection, owner, tenant, grant: grantOf(settings) };
  const server = serverOf(deps, stored);
  const { next } = new Refusal("connection-expired", { ...about, ...defined({ server }) });
  // Looking at it again repairs nothing.
  return next.startsWith("toolcourt connections show") ? undefined : next;
}

/** Returns the server that the connection is a login to. */
function serverOf(
  { servers }: ConnectionPartDeps,
  { name, owner }: StoredConnection,
): string | undefined {
  return servers().find((each) => each.connection === name || loginName(each.name, owner) === name)
    ?.name;
}
