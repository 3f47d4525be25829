import type { ServerResponse } from "node:http";
import type { Callers, Marked } from "./callers.ts";
import type { ClosingTime } from "./closing-time.ts";

/** Answers what is not of the protocol and has an address of its own. */
export type SideDoor = (request: Marked, response: ServerResponse) => Promise<void>;

/** Opens it at an entrance whose callers say who they are. */
export type OpenSideDoor = (callers: Callers, closing: ClosingTime) => SideDoor;
