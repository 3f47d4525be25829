import type { HeldFamily } from "@toolcourt/gateway/internal/stores/held-stores";

/** One container: its partition key, its time to live, and what the gateway's role may do in it. */
export interface CosmosContainer {
  readonly name: HeldFamily;
  readonly partitionKey: string;
  /** Whether an item may name its own time to live. No item has one by default. */
  readonly expires: boolean;
  /** The data actions of the gateway's role, without their common prefix. */
  readonly actions: readonly string[];
}

/** The prefix of every data action of Cosmos DB. */
export const cosmosActionPrefix = "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/";

const reading = ["items/read", "executeQuery"];
const putting = [...reading, "items/create", "items/replace"];

/**
 * The containers of the stores. A result is immutable by its role: nothing may replace or delete
 * one, and it leaves by its time to live.
 */
export const cosmosContainers: readonly CosmosContainer[] = [
  {
    name: "connections",
    partitionKey: "/part",
    expires: false,
    actions: [...putting, "items/delete"],
  },
  { name: "policies", partitionKey: "/part", expires: false, actions: putting },
  {
    name: "results",
    partitionKey: "/callId",
    expires: true,
    actions: [...reading, "items/create"],
  },
  {
    name: "quarantine",
    partitionKey: "/part",
    expires: false,
    actions: [...reading, "items/create", "items/delete"],
  },
];
