import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { Notices } from "../notices.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

/**
 * Tests the contract of every implementation of notices.
 *
 * @example
 * ```ts
 * declare function connect(): Promise<Notices & AsyncDisposable>;
 * describeNotices(async () => {
 *   await using stack = new AsyncDisposableStack();
 *   const [first, second] = [stack.use(await connect()), stack.use(await connect())];
 *   const open = stack.move();
 *   return { first, second, [Symbol.asyncDispose]: () => open.disposeAsync() };
 * });
 * ```
 */
export function describeNotices(open: OpenSuiteStore<Notices>): void {
  describe("notices", () => {
    it("reach every subscriber, also in another process", async () => {
      await using handles = await open();
      const here = listening();
      const there = listening();
      await handles.first.subscribe("registry", here.listener);
      await handles.second.subscribe("registry", there.listener);

      await handles.first.publish("registry", "changed");

      expect(await here.received(1)).toEqual(["changed"]);
      expect(await there.received(1)).toEqual(["changed"]);
    });

    it("arrive in order, and only those of the topic", async () => {
      await using handles = await open();
      const { listener, received } = listening();
      await handles.second.subscribe("registry", listener);

      await handles.first.publish("policy", "not for you");
      await handles.first.publish("registry", "1");
      await handles.first.publish("registry:more", "not for you");
      await handles.first.publish("registry", "2");

      expect(await received(2)).toEqual(["1", "2"]);
    });

    it("stop when the subscription ends, for this listener only", async () => {
      await using handles = await open();
      const leaving = listening();
      const staying = listening();
      const leave = await handles.second.subscribe("registry", leaving.listener);
      await handles.second.subscribe("registry", staying.listener);

      await leave();
      await handles.first.publish("registry", "changed");

      expect(await staying.received(1)).toEqual(["changed"]);
      expect(await leaving.received(0)).toEqual([]);
    });

    it("reach the others when one listener throws", async () => {
      await using handles = await open();
      const { listener, received } = listening();
      await handles.second.subscribe("registry", () => {
        throw new Error("not today");
      });
      await handles.second.subscribe("registry", listener);

      await handles.first.publish("registry", "changed");

      expect(await received(1)).toEqual(["changed"]);
    });

    it("may be published without a listener", async () => {
      await using handles = await open();

      await expect(handles.first.publish("registry", "changed")).resolves.toBeUndefined();
    });
  });
}

interface Listening {
  readonly listener: (text: string) => void;
  /** Resolves with the received texts once there are `count`. */
  readonly received: (count: number) => Promise<readonly string[]>;
}

function listening(): Listening {
  const texts: string[] = [];
  const news = new EventTarget();
  return {
    listener: (text) => {
      texts.push(text);
      news.dispatchEvent(new Event("received"));
    },
    received: async (count) => {
      while (texts.length < count) {
        await once(news, "received");
      }
      return texts;
    },
  };
}
