import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { AbandonedRequests } from "./pending-request.ts";

it("are remembered until the server answers, or for a minute", async () => {
  const clock = createFakeClock();
  const abandoned = new AbandonedRequests(clock);
  const before = abandoned.isAny();
  abandoned.add(1);
  abandoned.add(2);
  abandoned.remove(1);
  const withOne = abandoned.isAny();
  await clock.advance(59_999);
  const justInTime = abandoned.isAny();
  await clock.advance(1);

  expect([before, withOne, justInTime, abandoned.isAny()]).toEqual([false, true, true, false]);
});

it("may include any id up to the last forgotten one", async () => {
  const clock = createFakeClock();
  const abandoned = new AbandonedRequests(clock);
  abandoned.add(7);
  const before = abandoned.mayHaveBeen(7);
  await clock.advance(60_000);
  abandoned.add(9);

  expect([before, abandoned.mayHaveBeen(7), abandoned.mayHaveBeen(8)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([abandoned.has(7), abandoned.has(9)]).toEqual([false, true]);
});
