export { allows, type Permission } from "./access/allows.ts";
export { type Tier, tierNeeds, tiers, tiersOf } from "./access/tiers.ts";
export { type CloudName, clouds } from "./clouds/clouds.ts";
export {
  type CosmosContainer,
  cosmosActionPrefix,
  cosmosContainers,
} from "./cosmos/containers.ts";
export { CosmosUnusable, openCosmosStores } from "./cosmos/open-cosmos-stores.ts";
export { cosmosTemplate, discoveryTemplate, type Template } from "./plan/templates.ts";
