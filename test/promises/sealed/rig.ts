import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openOperatorConnections } from "@toolcourt/gateway/internal/compose/open-operator-connections";
import type { JsonObject } from "@toolcourt/sdk";
import type { NewConnection } from "../../../packages/gateway/src/boundary/connections/connection-admin.ts";
import type { ConnectionSettings } from "../../../packages/gateway/src/boundary/connections/settings.ts";
import type { Secret } from "../../../packages/gateway/src/boundary/secrets/secret.ts";
import { type Folder, openFolder } from "../../../packages/testing/src/folder.ts";
import { machine } from "../../../packages/testing/src/serving.ts";
import { openTarget, type Target } from "../../../packages/testing/src/target.ts";

/**
 * A folder with connections, added as the command adds them, and a tool set for each. No gateway
 * runs yet.
 */
export interface SealedRig extends AsyncDisposable {
  readonly folder: Folder;
  /** The allowed destination of the credentials. */
  readonly own: Target;
  /** A forbidden destination. */
  readonly other: Target;
  readonly keyFile: string;
  /** Opens the store of a stopped gateway. */
  readonly openStore: () => DatabaseSync;
}

export interface Stored {
  readonly name: string;
  readonly kind?: "headers";
  /** Owner of the connection. Default: usable by the whole tenant. */
  readonly owner?: string;
  readonly tenant?: string;
  /** Milliseconds since 1970. Default: never. */
  readonly expiresAt?: number;
  /** Whether its tools lead where its credential may not go. Default: no. */
  readonly isAstray?: true;
}

/** Returns the only tool of the set that uses a connection. */
export function toolOf(connection: string): string {
  return `${connection}-get`;
}

/** Returns the token that a connection is added with. */
export function firstTokenOf(connection: string): string {
  return `first-token-of-${connection}`;
}

export async function openSealedRig(stored: readonly Stored[]): Promise<SealedRig> {
  await using stack = new AsyncDisposableStack();
  const own = stack.use(await openTarget(answer));
  const other = stack.use(await openTarget(answer));
  const folder = stack.use(await openFolder());
  await folder.write("toolcourt.yaml", JSON.stringify(configOf(stored, { own, other })));
  for (const { name } of stored) await folder.write(`${name}.yaml`, toolsOf(name));
  await addAll(stored, { folder, own });
  const owned = stack.move();
  return {
    folder,
    own,
    other,
    keyFile: join(folder.path, ".toolcourt/vault.key"),
    openStore: () => new DatabaseSync(join(folder.path, "state.db")),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const answer: Parameters<typeof openTarget>[0] = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"said":"hello"}');
};

export function originOf({ port }: Target): string {
  return `http://127.0.0.1:${port}`;
}

function configOf(
  stored: readonly Stored[],
  { own, other }: Pick<SealedRig, "own" | "other">,
): JsonObject {
  return {
    stores: { url: "sqlite:state.db" },
    egress: {
      allow: [own, other].map((target) => ({ origin: originOf(target), addresses: "loopback" })),
    },
    toolbox: {
      http: stored.map(({ name, isAstray }) => ({
        name,
        tools: `${name}.yaml`,
        base: originOf(isAstray === true ? other : own),
        connection: name,
      })),
    },
  };
}

function toolsOf(name: string): string {
  return `tools:
  - name: ${toolOf(name)}
    description: Asks the API for what it returns to a holder of the right credential.
    get: /${name}
    output:
      type: object
      properties: { said: { type: string, description: What was said. } }
      additionalProperties: false
`;
}

/** Opens the dependencies of the command `connections`. */
export function openRoom({ path }: Folder): ReturnType<typeof openOperatorConnections> {
  const { signal } = new AbortController();
  return openOperatorConnections(
    undefined,
    machine(path, () => undefined, signal),
  );
}

/** Adds all connections with one open store. The command would open it for each. */
async function addAll(
  stored: readonly Stored[],
  { folder, own }: Pick<SealedRig, "folder" | "own">,
): Promise<void> {
  await using room = await openRoom(folder);
  await room.withKey(async () => {
    for (const each of stored) {
      const wanted = connectionOf(each, originOf(own), room.holdSecret);
      await room.admin.add(wanted, room.operator);
    }
  });
}

function connectionOf(
  { name, kind, owner, tenant = "", expiresAt }: Stored,
  origin: string,
  holdSecret: (value: string) => Secret,
): NewConnection {
  const users: ConnectionSettings["users"] = owner === undefined ? "tenant" : "owner";
  const end = expiresAt === undefined ? {} : { expiresAt };
  const common = { origins: [origin], users, levels: {}, tiers: [], ...end };
  const whose = { name, tenant, owner: owner ?? "local" };
  const token = holdSecret(firstTokenOf(name));
  if (kind === "headers") {
    const secrets = { "header:x-one": token, "header:x-two": holdSecret("the-other-header") };
    return { ...whose, settings: { kind, ...common, names: ["x-one", "x-two"] }, secrets };
  }
  const sent = { header: "authorization", prefix: "Bearer " };
  return { ...whose, settings: { kind: "token", ...common, ...sent }, secrets: { token } };
}
