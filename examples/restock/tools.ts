import { env } from "node:process";
import { postgresRuns } from "@toolcourt/workflows";
import { createRestock } from "./restock.ts";

export { getStock, placeOrder } from "./stock-tools.ts";

export const restockItem = createRestock(postgresRuns(env["RUNS_URL"] ?? ""));
