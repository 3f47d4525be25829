import { z } from "zod";
import { moment } from "./dates.ts";

/** What is known of everything that is stored. Spread `.shape` into the schema of a stored thing. */
export const storedMetadata = z.object({
  createdAt: moment.describe("When it was created, UTC"),
  updatedAt: moment.describe("When it was last changed, UTC"),
  version: z.int().min(1).max(1_000_000_000).describe("Grows by one with each change"),
  createdBy: z.string().min(1).max(200).optional().describe("Who created it"),
  updatedBy: z.string().min(1).max(200).optional().describe("Who last changed it"),
});
