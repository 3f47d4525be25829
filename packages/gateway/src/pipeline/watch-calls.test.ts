import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { incomingCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { Outcome } from "./pipeline.ts";
import { type CallWatcher, type EndedCall, watchCalls } from "./watch-calls.ts";

const record = () => ({ durable: async () => undefined, closed: async () => undefined });
const asked: Outcome = { kind: "asked", output: { asks: {} }, contract: "sha256:c" };

it("continues a call whose watcher fails", async () => {
  const seen: EndedCall[] = [];
  const broken: CallWatcher = { opened: fail, closed: fail };
  const watchers = [broken, { closed: (ended: EndedCall) => void seen.push(ended) }];
  const { closed } = watchCalls(record, watchers, createFakeClock())(incomingCall());
  await closed(incomingCall(), asked);

  expect(seen.map(({ ending }) => ending.status)).toEqual(["asked"]);
});

it("reports the caller's outcome if the record cannot be closed", async () => {
  const seen: EndedCall[] = [];
  const full = new Refusal("audit-failed", { tool: "a", moment: "closed" });
  const failing = () => ({ ...record(), closed: () => Promise.reject(full) });
  const watchers = [{ closed: (ended: EndedCall) => void seen.push(ended) }];
  const { closed } = watchCalls(failing, watchers, createFakeClock())(incomingCall());

  await expect(closed(incomingCall(), asked)).rejects.toBe(full);
  expect(seen.map(({ ending }) => ending.error?.code)).toEqual(["audit-failed"]);
});

it("costs nothing without watchers", () => {
  expect(watchCalls(record, [], createFakeClock())).toBe(record);
});

function fail(): never {
  throw new RangeError("too deep");
}
