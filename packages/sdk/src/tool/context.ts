import { z } from "zod";
import type { JsonObject } from "../contract/json.ts";
import type { InnerCalls } from "./inner-calls.ts";
import type { ToolEgress } from "./tool-egress.ts";

/** The caller, the user it acts for, and the ids of the call. */
export interface ToolContext {
  /** The person on whose behalf the call is made, or null for the system itself. */
  readonly userId: string | null;
  readonly sessionId?: string;
  /** A UUID that links related calls. */
  readonly correlationId: string;
  /** A UUID that follows one call through all systems. */
  readonly traceId: string;
  readonly agentId: string;
  readonly agentVersion: string;
  /** Time of the call, ISO 8601. */
  readonly timestamp: string;
  readonly metadata?: JsonObject;
  /** Permissions of the caller. Default: none. */
  readonly permissions?: readonly string[];
  /** Aborts when the caller disconnects or a deadline passes. Default: never aborts. */
  readonly signal?: AbortSignal;
  /**
   * Calls to other tools. A gateway supplies them to a tool whose contract lists `steps`. Default:
   * none.
   */
  readonly calls?: InnerCalls;
  /**
   * Requests to targets over the connection of the call. A gateway supplies them to local tools of
   * the profile `cloud-discovery`, which have no network of their own. Default: none.
   */
  readonly egress?: ToolEgress;
}

/** The context as a handler sees it: checked, frozen and complete. */
export interface HandlerContext extends ToolContext {
  readonly permissions: readonly string[];
  /** Aborts when the caller disconnects or a deadline passes. Pass it to everything you await. */
  readonly signal: AbortSignal;
}

const name = z.string().min(1).max(200);

// A W3C trace id has the digits of a UUID but not always a version, so any version passes.
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
