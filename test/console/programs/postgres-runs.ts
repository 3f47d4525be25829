import { env } from "node:process";
import { postgresRuns } from "@toolcourt/workflows";
import { orderTools } from "./order-tools.ts";

export const tools = orderTools(postgresRuns(env["RUNS_URL"] ?? ""));
