import { z } from "zod";
import { moment } from "./dates.ts";

/** Metadata of every stored resource. Spread `.shape` into its schema. */
export const storedMetadata = z.object({
  createdAt: moment.describe("When it was created, UTC"),
  updatedAt: moment.describe("When it was last changed, UTC"),
  version: z.int().min(1).max(1_000_000_000).describe("Grows by one with each change"),
  createdBy: z.string().min(1).max(200).optional().describe("Who created it"),
  updatedBy: z.string().min(1).max(200).optional().describe("Who last changed it"),
});
