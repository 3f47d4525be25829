export {
  type CosmosContainer,
  cosmosActionPrefix,
  cosmosContainers,
} from "./cosmos/containers.ts";
export { CosmosUnusable, openCosmosStores } from "./cosmos/open-cosmos-stores.ts";
