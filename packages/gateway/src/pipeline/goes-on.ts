import { declaresTasks, isTaskResult } from "../protocol/tasks.ts";
import type { IncomingCall } from "./call.ts";

type Caller = Pick<IncomingCall, "channel">;

/** Returns whether the caller declared with this request that it takes tasks. */
export function takesTasks({ channel }: Caller): boolean {
  return channel !== undefined && declaresTasks(channel.capabilities);
}

/** Returns whether a call goes on as a task: its server says so, and its caller takes tasks. */
export function goesOnAsTask(call: Caller, raw: unknown): boolean {
  return isTaskResult(raw) && takesTasks(call);
}
