import { z } from "zod";

/** A moment in UTC, such as 2026-01-31T12:00:00Z. */
export const moment = z.iso
  .datetime()
  .max(40)
  .describe("A moment in UTC, such as 2026-01-31T12:00:00Z");

/**
 * A stretch of time; either end may be open. `from` may not lie after `to`: that is checked when a
 * tool is called, because a JSON Schema cannot say it.
 */
export const dateRange = z
  .object({
    from: moment.optional().describe("The first moment, such as 2026-01-01T00:00:00Z"),
    to: moment.optional().describe("The last moment, such as 2026-01-31T23:59:59Z"),
  })
  .refine(isInOrder, { path: ["to"], message: "Expected an end that is not before the start." })
  .describe("A stretch of time; leave out an end that does not matter");

function isInOrder({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): boolean {
  return from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);
}
