export { contract } from "./contract.ts";
export { remarks, scene } from "./remarks.ts";
