import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Progress, UpstreamError } from "./upstream.ts";

/**
 * The requests we wait for. We match answers ourselves: the SDK's client would validate each result
 * and fail a whole list for one bad tool, and it cannot say which request a broken stream belonged to.
 */
export interface Answers {
  /** Promises the answer with this id. */
  readonly expect: (id: number, onProgress?: (progress: Progress) => void) => Promise<JsonObject>;
  /** Takes a message if it answers one of ours, or tells of its progress. */
  readonly take: (message: JSONRPCMessage) => boolean;
  readonly isOpen: (id: number) => boolean;
  readonly fail: (id: number, error: Error) => void;
  readonly failAll: (error: Error) => void;
}

interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

// The SDK's client numbers its own requests from zero, on the same connection.
export const firstId = 1_000_000;

export function createAnswers(): Answers {
  const waiting = new Map<number, Waiting>();

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };

  return {
    expect: (id, onProgress) =>
      new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, onProgress });
      }),
    take: (message) => {
      if ("method" in message) return takeProgress(message, waiting);
      if (typeof message.id !== "number" || message.id < firstId) return false;
      // An answer nobody waits for is dropped here: it came too late, or it was made up.
      const found = settle(message.id);
      if (found !== undefined) answer(found, message);
      return true;
    },
    isOpen: (id) => waiting.has(id),
    fail: (id, error) => {
      settle(id)?.reject(error);
    },
    failAll: (error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

// The types describe what a server should send. What it did send, only the shape tells.
function answer({ resolve, reject }: Waiting, message: object): void {
  const error: unknown = "error" in message ? message.error : undefined;
  const result: unknown = "result" in message ? message.result : undefined;
  const code = isJsonObject(error) ? own(error, "code") : undefined;
  if (isNumber(code)) {
    reject(new UpstreamError({ kind: "rpc", code }, { cause: error }));
  } else if (isJsonObject(result)) {
    resolve(result);
  } else {
    reject(new UpstreamError({ kind: "garbled" }));
  }
}

function takeProgress(
  message: { readonly method: string; readonly params?: unknown },
  waiting: ReadonlyMap<number, Waiting>,
): boolean {
  if (message.method !== "notifications/progress" || !isJsonObject(message.params)) return false;
  const token = own(message.params, "progressToken");
  if (typeof token !== "number" || token < firstId) return false;

  const progress = readProgress(message.params);
  if (progress !== undefined) waiting.get(token)?.onProgress?.(progress);
  return true;
}

function readProgress(params: JsonObject): Progress | undefined {
  const [progress, total, message] = ["progress", "total", "message"].map((key) =>
    own(params, key),
  );
  if (!isNumber(progress)) return undefined;
  return {
    progress,
    ...(isNumber(total) && { total }),
    ...(typeof message === "string" && { message }),
  };
}

function isNumber(value: JsonValue | undefined): value is number {
  return typeof value === "number";
}
