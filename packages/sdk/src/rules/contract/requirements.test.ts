import { expect, it } from "vitest";
import { builtinRules } from "../builtin.ts";

/**
 * The requirements on metadata and terms that a definition alone can keep or break. The others speak
 * of calls, of results, of changes over time or of people's work, and are tested where those are.
 */
const checkable = [
  "S0-1 S0-2 S0-3 S0-4 S0-5 S0-48",
  "S1-1 S1-28",
  "S3-3 S3-4 S3-5 S3-7 S3-8 S3-9 S3-10 S3-11 S3-12 S3-13",
  "S3-20 S3-24 S3-25 S3-26 S3-27 S3-28 S3-29 S3-30 S3-31 S3-32",
  "S3-53 S3-107 S3-108 S3-116",
  "S3-117 S3-118 S3-120 S3-121 S3-122 S3-123 S3-124 S3-125 S3-126 S3-127",
  "S3-148 S3-149 S3-150 S3-153 S3-154",
].flatMap((line) => line.split(" "));

it.each(checkable)("%s has a rule", (requirement) => {
  const serving = builtinRules.filter(({ requirements }) => requirements.includes(requirement));

  expect(serving).not.toEqual([]);
});
