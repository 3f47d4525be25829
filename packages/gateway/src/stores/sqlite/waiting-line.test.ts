import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { Request } from "./protocol.ts";
import { createWaitingLine } from "./waiting-line.ts";

const large: Request = { step: "putDrafts", values: [[], []], how: "on-disk" };
const small: Request = { step: "last", values: [], how: "read" };

it("refuses each request at its own deadline, in any order of arrival", async () => {
  const clock = createFakeClock();
  using line = createWaitingLine(clock);
  const settled: string[] = [];
  const wait = (name: string, request: Request, ms: number): void => {
    void line.join(request, ms).catch(() => settled.push(name));
  };
  wait("large", large, 1_000);
  wait("small", small, 100);
  line.take(10);

  await clock.advance(1_000);

  expect(settled).toEqual(["small", "large"]);
});

it("keeps a large request waiting while others are refused", async () => {
  const clock = createFakeClock();
  using line = createWaitingLine(clock);
  const answer = line.join(large, 1_000);
  const late = line.join(small, 100);
  late.catch(() => undefined);
  line.take(10);

  await clock.advance(900);
  line.settle([[0, { value: "put" }]]);

  await expect(answer).resolves.toBe("put");
  await expect(late).rejects.toMatchObject({ kind: "overdue" });
});
