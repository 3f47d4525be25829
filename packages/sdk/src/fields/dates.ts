import { z } from "zod";

/** A moment in UTC, such as 2026-01-31T12:00:00Z. */
export const moment = z.iso
  .datetime()
  .max(40)
  .describe("A moment in UTC, such as 2026-01-31T12:00:00Z");

/**
 * A period of time; either end may be open. `from` must not be after `to`. That is checked at call
 * time, because JSON Schema cannot express it.
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
