import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { Request } from "./protocol.ts";
import { RequestQueue } from "./request-queue.ts";

const large: Request = { statement: "drafts.put", values: [[], []], how: "on-disk" };
const small: Request = { statement: "audit.last", values: [], how: "read" };

it("refuses each request at its own deadline, in any order of arrival", async () => {
  const clock = createFakeClock();
  using queue = new RequestQueue(clock);
  const settled: string[] = [];
  const wait = (name: string, request: Request, ms: number): void => {
    void queue.join(request, ms).catch(() => settled.push(name));
  };
  wait("large", large, 1_000);
  wait("small", small, 100);
  queue.take(10);

  await clock.advance(1_000);

  expect(settled).toEqual(["small", "large"]);
});

it("keeps a large request waiting while others are refused", async () => {
  const clock = createFakeClock();
  using queue = new RequestQueue(clock);
  const answer = queue.join(large, 1_000);
  const late = queue.join(small, 100);
  late.catch(() => undefined);
  queue.take(10);

  await clock.advance(900);
  queue.settle([[0, { value: "put" }]]);

  await expect(answer).resolves.toBe("put");
  await expect(late).rejects.toMatchObject({ kind: "overdue" });
});
