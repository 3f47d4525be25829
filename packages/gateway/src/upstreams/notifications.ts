import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { ownerOf, type PendingRequest, type PendingRequests } from "./pending-request.ts";
import type { LogMessage, Progress, UpstreamListeners } from "./upstream.ts";

interface Notification {
  readonly method: string;
  readonly params?: unknown;
}

// Enough for any caller to follow, while a server could send a hundred thousand.
const maxPerSecond = 10;

/**
 * Handles a server's messages about a pending request. Calls `dropped` for every message withheld
 * from a caller. `firstId` is our lowest request id.
 */
export function createNotifications(
  clock: Clock,
  dropped: NonNullable<UpstreamListeners["dropped"]>,
  firstId: number,
) {
  const ratesOf = (request: PendingRequest): NonNullable<PendingRequest["rates"]> =>
    (request.rates ??= {
      progress: createRate(clock, maxPerSecond),
      log: createRate(clock, maxPerSecond),
    });

  const takeProgress = (params: JsonObject, all: PendingRequests): boolean => {
    const token = own(params, "progressToken");
    if (typeof token !== "number" || token < firstId) return false;
    const request = all.get(token);
    const progress = readProgress(params);
    if (request !== undefined && progress !== undefined) notifyProgress(request, progress);
    return true;
  };

  const notifyProgress = (request: PendingRequest, progress: Progress): void => {
    const { channel, lastProgress = Number.NEGATIVE_INFINITY } = request;
    // Progress must increase. Anything else is late or invalid.
    if (channel?.onProgress === undefined || progress.progress <= lastProgress) return;
    request.lastProgress = progress.progress;
    if (ratesOf(request).progress()) channel.onProgress(progress);
    else dropped({ kind: "progress" });
  };

  const takeLog = (params: JsonObject, all: PendingRequests, via: number | undefined): true => {
    const request = ownerOf(all, via, mayLog);
    const message = readLog(params);
    const log = request?.channel?.log;
    if (request === undefined || log === undefined || message === undefined) return true;
    if (!isAtLeast(message.level, log.level)) return true;
    if (ratesOf(request).log()) log.onMessage(message);
    else dropped({ kind: "log" });
    return true;
  };

  /** Returns whether the message was about a pending request. */
  return function takeNotification(
    { method, params }: Notification,
    all: PendingRequests,
    via: number | undefined,
  ): boolean {
    if (!isJsonObject(params)) return false;
    if (method === "notifications/progress") return takeProgress(params, all);
    return method === "notifications/message" && takeLog(params, all, via);
  };
}

/**
 * Returns whether the server may log for a request. A modern server needs the caller's wish; a
 * legacy one logs freely.
 */
function mayLog({ era, channel }: PendingRequest): boolean {
  return era === "legacy" || channel?.log !== undefined;
}

function readProgress(params: JsonObject): Progress | undefined {
  const progress = own(params, "progress");
  const total = own(params, "total");
  const message = own(params, "message");
  if (typeof progress !== "number" || !Number.isFinite(progress)) return undefined;
  return {
    progress,
    ...(typeof total === "number" && Number.isFinite(total) && { total }),
    ...(typeof message === "string" && { message }),
  };
}

function readLog(params: JsonObject): LogMessage | undefined {
  const level = own(params, "level");
  const logger = own(params, "logger");
  const data = own(params, "data");
  if (!isLevel(level) || data === undefined) return undefined;
  return { level, data, ...(typeof logger === "string" && { logger }) };
}

/** Returns true at most `perSecond` times in any second, otherwise false. */
export function createRate(clock: Clock, perSecond: number): () => boolean {
  const passed: number[] = [];
  return () => {
    const now = clock.monotonic();
    const [oldest] = passed;
    if (oldest !== undefined && passed.length >= perSecond) {
      if (now - oldest < 1_000) return false;
      passed.shift();
    }
    passed.push(now);
    return true;
  };
}

/** The protocol's log levels, the least severe first. */
const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

export type Level = (typeof levels)[number];

export function isLevel(value: unknown): value is Level {
  return levels.some((level) => level === value);
}

/**
 * Returns whether a line of this level is wanted by a caller that asked for `wanted`. An unknown
 * level matches nothing.
 */
export function isAtLeast(level: string, wanted: string): boolean {
  return isLevel(level) && isLevel(wanted) && levels.indexOf(level) >= levels.indexOf(wanted);
}
