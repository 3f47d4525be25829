import type { ServerResponse } from "node:http";
import type { Callers, Marked } from "./callers.ts";
import type { ClosingTime } from "./closing-time.ts";

/** Answers requests outside the protocol, at a path of its own. */
export type SideDoor = (request: Marked, response: ServerResponse) => Promise<void>;

/** Opens a side door at an entrance that authenticates its callers. */
export type OpenSideDoor = (callers: Callers, closing: ClosingTime) => SideDoor;
