import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { type HeldFamily, heldByDefault, heldFamilies } from "../stores/held-stores.ts";
import { isInMemory, problem } from "./entries.ts";
import { choice, fullText, keysAndValues, listOf, webAddress } from "./pieces.ts";
import { type Environment, expanded, expandVariables } from "./variables.ts";

const accountError = expectedUnseen(
  "the address of an account, like https://name.documents.azure.com. Account keys are not accepted: give `connection`, for tokens of Entra",
);
const databaseError = expectedUnseen("the name of a database, by letters, digits and dashes");

const identityKinds = ["client-credentials", "client-assertion", "managed"] as const;
type IdentityKind = (typeof identityKinds)[number];
type IdentityKey = Exclude<keyof typeof identityKeys, "kind">;

const identityKeys = {
  kind: choice(identityKinds).default("client-credentials"),
  token_url: z.exactOptional(webAddress),
  client_id: z.exactOptional(fullText),
  client_secret: z.exactOptional(fullText),
  token_file: z.exactOptional(fullText),
  scope: z.exactOptional(fullText),
  resource: z.exactOptional(fullText),
};

const cosmosResource = "https://cosmos.azure.com";

/** The keys that each kind needs, and those that it may have besides. */
const keysOfKind: Readonly<
  Record<
    IdentityKind,
    { readonly needed: readonly IdentityKey[]; readonly allowed: readonly IdentityKey[] }
  >
> = {
  "client-credentials": {
    needed: ["token_url", "client_id", "client_secret"],
    allowed: ["scope"],
  },
  "client-assertion": { needed: ["token_url", "client_id", "token_file"], allowed: ["scope"] },
  managed: { needed: [], allowed: ["client_id", "resource"] },
};

/** The account that holds some of the stores. */
export const cosmosSchema = z.strictObject(
  {
    // A connection string with a key is no address, so it is refused here.
    account: z
      .string({ error: accountError })
      .regex(/^https:\/\/[\w.-]+(?::\d{1,5})?\/?$/, { error: accountError }),
    database: z.string({ error: databaseError }).regex(/^[\w-]{1,255}$/, { error: databaseError }),
    holds: listOf(choice(heldFamilies), "families of stores")
      .min(1, { error: "Name at least one family, or leave the key out for the usual ones." })
      .default([...heldByDefault]),
    connection: z.strictObject(identityKeys, keysAndValues),
  },
  keysAndValues,
);

export interface CosmosConfig {
  readonly account: string;
  readonly database: string;
  readonly holds: readonly HeldFamily[];
  /** How the gateway gets its tokens. */
  readonly connection: CosmosIdentity;
}

interface CosmosClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope: string;
}

/** An identity of the gateway itself. The store cannot use a connection, which it would hold. */
export type CosmosIdentity =
  | (CosmosClient & { readonly kind: "client-credentials"; readonly clientSecret: string })
  | (CosmosClient & { readonly kind: "client-assertion"; readonly file: string })
  | { readonly kind: "managed"; readonly resource: string; readonly clientId?: string };

export function toCosmos(
  { connection, ...rest }: z.output<typeof cosmosSchema>,
  environment: Environment,
): CosmosConfig {
  return { ...rest, connection: toIdentity(connection, environment) };
}

type IdentityFile = z.output<typeof cosmosSchema>["connection"];

function toIdentity(connection: IdentityFile, environment: Environment): CosmosIdentity {
  const { kind, client_id: clientId, token_file: file = "", client_secret = "" } = connection;
  if (kind === "managed") {
    const { resource = cosmosResource } = connection;
    return { kind, resource, ...(clientId !== undefined && { clientId }) };
  }
  const client = clientOf(connection);
  if (kind === "client-assertion") return { kind, ...client, file };
  return { kind, ...client, clientSecret: expanded(client_secret, environment) };
}

/** The keys that a kind needs are there: `cosmosProblems` refuses a file without them. */
function clientOf({ token_url, client_id: clientId = "", scope }: IdentityFile): CosmosClient {
  const tokenUrl = token_url?.href ?? "";
  return { tokenUrl, clientId, scope: scope ?? `${cosmosResource}/.default` };
}

/** The audit log stays in `stores.url`, so that must be a database too. */
export function* cosmosProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const stores = own(file, "stores");
  const cosmos = isJsonObject(stores) ? own(stores, "cosmos") : undefined;
  if (!isJsonObject(cosmos)) return;
  if (isInMemory(file)) {
    const message =
      "The audit log of its changes cannot be in memory; name a database in `stores.url`.";
    yield problem(["stores", "cosmos"], message, "key");
  }
  const connection = own(cosmos, "connection");
  if (isJsonObject(connection)) yield* connectionProblems(connection, environment);
}

function* connectionProblems(value: JsonObject, environment: Environment): Generator<Problem> {
  const path = ["stores", "cosmos", "connection"];
  yield* keyProblems(value, path);
  const [address, secret] = [own(value, "token_url"), own(value, "client_secret")];
  const url = typeof address === "string" ? URL.parse(address) : null;
  if (url?.protocol === "http:" && !isLoopback(url.hostname)) {
    yield problem([...path, "token_url"], "Use https: plain HTTP would expose the secret.");
  }
  const expansion = typeof secret === "string" ? expandVariables(secret, environment) : undefined;
  if (expansion?.kind === "refused") yield problem([...path, "client_secret"], expansion.problem);
}

function* keyProblems(value: JsonObject, path: readonly string[]): Generator<Problem> {
  const given = own(value, "kind") ?? "client-credentials";
  const kind = identityKinds.find((each) => each === given);
  if (kind === undefined) return;
  const { needed, allowed } = keysOfKind[kind];
  for (const key of needed.filter((each) => own(value, each) === undefined)) {
    yield problem([...path, key], `This is missing; the kind ${kind} needs it.`);
  }
  const known: readonly string[] = ["kind", ...needed, ...allowed];
  for (const key of Object.keys(identityKeys).filter((each) => !known.includes(each))) {
    if (own(value, key) === undefined) continue;
    yield problem([...path, key], `The kind ${kind} does not use this; remove it.`, "key");
  }
}
