import { z } from "zod";
import type { JsonObject } from "../contract/json.ts";
import type { InnerCalls } from "./inner-calls.ts";

/** Who calls, for whom, and how the call is found again. */
export interface ToolContext {
  /** The person on whose behalf the call is made, or null when the system calls for itself. */
  readonly userId: string | null;
  readonly sessionId?: string;
  /** A UUID that links calls which belong together. */
  readonly correlationId: string;
  /** A UUID that follows one call through all systems. */
  readonly traceId: string;
  readonly agentId: string;
  readonly agentVersion: string;
  /** When the call was made, ISO 8601. */
  readonly timestamp: string;
  readonly metadata?: JsonObject;
  /** What the caller may do. No list means no permissions. */
  readonly permissions?: readonly string[];
  /** Aborts when the caller leaves or a deadline passes. */
  readonly signal?: AbortSignal;
  /** Calls of other tools. A gateway gives them to a tool whose contract names `steps`. */
  readonly calls?: InnerCalls;
}

/** The context as a handler sees it: checked, frozen and complete. */
export interface HandlerContext extends ToolContext {
  readonly permissions: readonly string[];
  /** Aborts when the caller leaves or a deadline passes. Hand it to everything you await. */
  readonly signal: AbortSignal;
}

const name = z.string().min(1).max(200);

// A trace id of the W3C form has the digits of a UUID and not always its version, so any version will do.
export const contextSchema = z.strictObject({
  userId: name.nullable(),
  sessionId: name.optional(),
  correlationId: z.guid(),
  traceId: z.guid(),
  agentId: name,
  agentVersion: name,
  timestamp: z.iso.datetime({ offset: true }),
  metadata: z.record(z.string(), z.json()).optional(),
  permissions: z.array(name).default([]),
});
