import { incomingCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { Outcome } from "./outcome.ts";
import { type CallWatcher, CallWatchers, type EndedCall } from "./watch-calls.ts";

const asked: Outcome = { kind: "asked", output: { asks: {} }, contract: "sha256:c" };

it("continues a call whose watcher fails", () => {
  const seen: EndedCall[] = [];
  const broken: CallWatcher = { opened: fail, closed: fail };
  const seeing = { closed: (ended: EndedCall) => void seen.push(ended) };
  const watchers = new CallWatchers([broken, seeing], createFakeClock());

  watchers.closed(incomingCall(), asked, watchers.opened(incomingCall()));

  expect(seen.map(({ ending }) => ending.status)).toEqual(["asked"]);
});

it("measures the time between both ends", async () => {
  const seen: number[] = [];
  const clock = createFakeClock();
  const watchers = new CallWatchers([{ closed: ({ ms }) => void seen.push(ms) }], clock);
  const begunAt = watchers.opened(incomingCall());
  await clock.advance(25);

  watchers.closed(incomingCall(), asked, begunAt);

  expect(seen).toEqual([25]);
});

function fail(): never {
  throw new RangeError("too deep");
}
