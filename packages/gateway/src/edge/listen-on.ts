import type { RequestListener, Server } from "node:http";
import { listenToSiblings, type Siblings } from "./siblings.ts";

interface Address {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Other processes on the same port. Default: none. */
  readonly siblings?: Siblings | undefined;
}

/** Listens on the port, and before that for siblings. Listens to neither if one of them fails. */
export async function listenOn(
  server: Server,
  { host, port, siblings }: Address,
  listener: RequestListener,
): Promise<AsyncDisposable | undefined> {
  const forwarded = siblings && (await listenToSiblings(siblings, listener));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    // An open socket would keep the process alive.
    await forwarded?.[Symbol.asyncDispose]();
    throw error;
  }
  return forwarded;
}
