import { postgresRuns } from "@toolcourt/workflows";
import { orderTools } from "./order-tools.ts";

// No database listens there.
export const tools = orderTools(postgresRuns("postgres://reader@127.0.0.1:1/none"));
