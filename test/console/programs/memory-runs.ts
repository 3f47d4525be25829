import { memoryRuns } from "@toolcourt/workflows";
import { orderTools } from "./order-tools.ts";

export const tools = orderTools(memoryRuns());
