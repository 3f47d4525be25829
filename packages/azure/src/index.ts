export {
  type CosmosContainer,
  cosmosActionPrefix,
  cosmosContainers,
} from "./cosmos/containers.ts";
