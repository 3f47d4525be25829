import { pid } from "node:process";
import { sharedServer } from "./shared-server.ts";

export interface TestRedis {
  /** Why tests cannot run, or undefined when they can. */
  readonly missing: string | undefined;
  readonly url: string;
  /** One that nobody else uses. */
  readonly prefix: () => string;
}

let made = 0;

/** The Redis of this run. Ask at the top of a test file: it is started when nobody asked before. */
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
