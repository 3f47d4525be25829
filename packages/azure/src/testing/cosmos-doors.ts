import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import {
  type HeldFetch,
  type HeldSeal,
  type HeldStoresOptions,
  heldFamilies,
  joinStores,
} from "@toolcourt/gateway/internal/stores/held-stores";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import { cosmosContainers } from "../cosmos/containers.ts";
import { openCosmosStores } from "../cosmos/open-cosmos-stores.ts";
import { type CosmosFixture, type CosmosOptions, createCosmos } from "./cosmos.ts";
import { fetchFrom } from "./cosmos-fetch.ts";
import { logOfShortNotes, withShortNotes } from "./short-notes.ts";

/** The containers of the stores, as the fixture needs them. */
export const containerShapes = Object.fromEntries(
  cosmosContainers.map(({ name, partitionKey }) => [name, { partitionKey: partitionKey.slice(1) }]),
);

/** Allows exactly what the table of containers gives the gateway's role. */
export const mayByRole: CosmosOptions["may"] = (container, action) => {
  const { actions = [] } = cosmosContainers.find(({ name }) => name === container) ?? {};
  return actions.includes(action === "query" ? "executeQuery" : `items/${action}`);
};

/** A fixture with the containers of the stores. By default the role may do everything. */
export function createStoresFixture(options: Partial<CosmosOptions> = {}): CosmosFixture {
  return createCosmos({
    containers: containerShapes,
    now: () => Date.UTC(2026, 10, 1),
    may: () => true,
    ...options,
  });
}

export interface DoorDeps extends Partial<Omit<HeldStoresOptions, "clock" | "audit">> {
  readonly clock: Clock;
  readonly home: DurableStores;
  readonly fixture: CosmosFixture;
  /** Default: straight to the fixture. */
  readonly fetch?: HeldFetch;
}

/** A seal that all doors share: the text itself. Tests with a real key are elsewhere. */
export const testSeal: HeldSeal = {
  seal: async (text) => text,
  isSealed: async (text, seal) => seal === text,
};

let changes = 0;

/** Opens what one gateway would: a home database, and Cosmos DB for the families that it can hold. */
export async function openDoor(deps: DoorDeps): Promise<DurableStores> {
  const { clock, home, fixture, fetch = fetchFrom(fixture), ...options } = deps;
  const held = await openCosmosStores({
    account: "https://fixture.invalid",
    database: "toolcourt",
    holds: heldFamilies,
    token: () => Promise.resolve({ token: "t", refused: () => undefined }),
    newId: () => {
      changes += 1;
      return `change-${changes}`;
    },
    deadlineMs: patientDeadlineMs,
    seal: testSeal,
    ...options,
    fetch,
    clock,
    audit: logOfShortNotes(home.audit),
  });
  return withShortNotes(joinStores(home, held));
}
