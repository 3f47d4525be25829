import { expect, it } from "vitest";
import { builtinRules } from "../builtin.ts";

/** The requirements on schemas and texts that a definition alone can keep or break. */
const checkable = [
  "S0-6 S0-7 S0-8 S0-9 S0-10 S0-12 S0-13 S0-14 S0-15 S0-18 S0-49 S0-50 S0-51 S0-52 S0-53",
  "S2-7 S2-9 S2-23",
  "S3-14 S3-16 S3-17 S3-18 S3-62 S3-63 S3-91",
].flatMap((line) => line.split(" "));

it.each(checkable)("%s has a rule", (requirement) => {
  const serving = builtinRules.filter(({ requirements }) => requirements.includes(requirement));

  expect(serving).not.toEqual([]);
});
