import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { createLeavers } from "./pending-request.ts";

it("are remembered until the server answers, or for a minute", async () => {
  const clock = createFakeClock();
  const leavers = createLeavers(clock);
  const before = leavers.isAnybody();
  leavers.add(1);
  leavers.add(2);
  leavers.remove(1);
  const withOne = leavers.isAnybody();
  await clock.advance(59_999);
  const justInTime = leavers.isAnybody();
  await clock.advance(1);

  expect([before, withOne, justInTime, leavers.isAnybody()]).toEqual([false, true, true, false]);
});

it("may include any id up to the last forgotten one", async () => {
  const clock = createFakeClock();
  const leavers = createLeavers(clock);
  leavers.add(7);
  const before = leavers.mayHaveBeen(7);
  await clock.advance(60_000);
  leavers.add(9);

  expect([before, leavers.mayHaveBeen(7), leavers.mayHaveBeen(8)]).toEqual([false, true, false]);
  expect([leavers.has(7), leavers.has(9)]).toEqual([false, true]);
});
