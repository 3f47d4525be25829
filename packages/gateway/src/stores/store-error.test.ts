import { expect, it } from "vitest";
import { storeDeadlineMs } from "./store-error.ts";

it("leaves a refusal time to travel within the promised second", () => {
  expect(storeDeadlineMs).toBeLessThanOrEqual(800);
});
