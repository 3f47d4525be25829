import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { type HeldFamily, heldFamilies } from "../stores/held-stores.ts";
import { isInMemory, problem } from "./entries.ts";
import { choice, fullText, keysAndValues, listOf, webAddress } from "./pieces.ts";
import { type Environment, expanded, expandVariables } from "./variables.ts";

const accountError = expectedUnseen(
  "the address of an account, like https://name.documents.azure.com. Account keys are not accepted: give `connection`, for tokens of Entra",
);
const databaseError = expectedUnseen("the name of a database, by letters, digits and dashes");

const connectionSchema = z.strictObject(
  {
    kind: choice(["client-credentials"]).default("client-credentials"),
    token_url: webAddress,
    client_id: fullText,
    client_secret: fullText,
    scope: fullText.default("https://cosmos.azure.com/.default"),
  },
  keysAndValues,
);

/** The account that holds some of the stores. */
export const cosmosSchema = z.strictObject(
  {
    // A connection string with a key is no address, so it is refused here.
    account: z
      .string({ error: accountError })
      .regex(/^https:\/\/[\w.-]+(?::\d{1,5})?\/?$/, { error: accountError }),
    database: z.string({ error: databaseError }).regex(/^[\w-]{1,255}$/, { error: databaseError }),
    holds: listOf(choice(heldFamilies), "families of stores")
      .min(1, { error: "Name at least one family, or leave the key out for all." })
      .default([...heldFamilies]),
    connection: connectionSchema,
  },
  keysAndValues,
);

export interface CosmosConfig {
  readonly account: string;
  readonly database: string;
  readonly holds: readonly HeldFamily[];
  /** How the gateway gets its tokens. */
  readonly connection: {
    readonly kind: "client-credentials";
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly scope: string;
  };
}

export function toCosmos(
  { connection, ...rest }: z.output<typeof cosmosSchema>,
  environment: Environment,
): CosmosConfig {
  const { kind, token_url: tokenUrl, client_id: clientId, client_secret, scope } = connection;
  const clientSecret = expanded(client_secret, environment);
  return {
    ...rest,
    connection: { kind, tokenUrl: tokenUrl.href, clientId, clientSecret, scope },
  };
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
  const [address, secret] = [own(value, "token_url"), own(value, "client_secret")];
  const url = typeof address === "string" ? URL.parse(address) : null;
  if (url?.protocol === "http:" && !isLoopback(url.hostname)) {
    yield problem([...path, "token_url"], "Use https: plain HTTP would expose the secret.");
  }
  const expansion = typeof secret === "string" ? expandVariables(secret, environment) : undefined;
  if (expansion?.kind === "refused") yield problem([...path, "client_secret"], expansion.problem);
}
