import { pid } from "node:process";
import { sharedServer } from "./shared-server.ts";

export interface TestRedis {
  /** Why tests cannot run. Undefined if they can. */
  readonly missing: string | undefined;
  readonly url: string;
  /** Returns a unique prefix. */
  readonly prefix: () => string;
}

let made = 0;

/** Returns the Redis of this run, and starts it if necessary. Call it at the top of a test file. */
export async function useRedis(): Promise<TestRedis> {
  const shared = await sharedServer("redis");
  return {
    ...(shared.kind === "missing"
      ? { missing: shared.reason, url: "redis://missing.invalid" }
      : { missing: undefined, url: shared.url }),
    prefix: () => {
      made += 1;
      return `test-${pid}-${made}:`;
    },
  };
}
