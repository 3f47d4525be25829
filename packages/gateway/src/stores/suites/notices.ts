import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { Notices } from "../notices.ts";
import type { OpenDoors } from "./doors.ts";

/** Tests the contract of every implementation of notices. */
export function describeNotices(open: OpenDoors<Notices>): void {
  describe("notices", () => {
    it("reach every subscriber, also in another process", async () => {
      await using doors = await open();
      const here = listening();
      const there = listening();
      await doors.first.subscribe("registry", here.listener);
      await doors.second.subscribe("registry", there.listener);

      await doors.first.publish("registry", "changed");

      expect(await here.heard(1)).toEqual(["changed"]);
      expect(await there.heard(1)).toEqual(["changed"]);
    });

    it("arrive in order, and only those of the topic", async () => {
      await using doors = await open();
      const { listener, heard } = listening();
      await doors.second.subscribe("registry", listener);

      await doors.first.publish("policy", "not for you");
      await doors.first.publish("registry", "1");
      await doors.first.publish("registry:more", "not for you");
      await doors.first.publish("registry", "2");

      expect(await heard(2)).toEqual(["1", "2"]);
    });

    it("stop when the subscription ends, for this listener only", async () => {
      await using doors = await open();
      const leaving = listening();
      const staying = listening();
      const leave = await doors.second.subscribe("registry", leaving.listener);
      await doors.second.subscribe("registry", staying.listener);

      await leave();
      await doors.first.publish("registry", "changed");

      expect(await staying.heard(1)).toEqual(["changed"]);
      expect(await leaving.heard(0)).toEqual([]);
    });

    it("reach the others when one listener throws", async () => {
      await using doors = await open();
      const { listener, heard } = listening();
      await doors.second.subscribe("registry", () => {
        throw new Error("not today");
      });
      await doors.second.subscribe("registry", listener);

      await doors.first.publish("registry", "changed");

      expect(await heard(1)).toEqual(["changed"]);
    });

    it("may be published without a listener", async () => {
      await using doors = await open();

      await expect(doors.first.publish("registry", "changed")).resolves.toBeUndefined();
    });
  });
}

interface Listening {
  readonly listener: (text: string) => void;
  /** Resolves with the received texts once there are `count`. */
  readonly heard: (count: number) => Promise<readonly string[]>;
}

function listening(): Listening {
  const texts: string[] = [];
  const news = new EventTarget();
  return {
    listener: (text) => {
      texts.push(text);
      news.dispatchEvent(new Event("heard"));
    },
    heard: async (count) => {
      while (texts.length < count) {
        await once(news, "heard");
      }
      return texts;
    },
  };
}
