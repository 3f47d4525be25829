import { expect, it } from "vitest";
import { isPermissive } from "./permissive.ts";

it.each([
  ["MIT", true],
  ["(AFL-2.1 OR BSD-3-Clause)", true],
  ["(MIT OR GPL-3.0-or-later)", true],
  ["MIT AND Zlib", false],
  ["MIT AND (GPL-2.0-only OR ISC)", true],
  ["(GPL-2.0-only AND MIT) OR (LGPL-3.0-only AND ISC)", false],
  ["GPL-2.0-only OR (MIT AND Apache-2.0)", true],
  ["MPL-2.0", false],
  ["SEE LICENSE IN LICENSE", false],
  ["", false],
])("judges %j as permissive: %s", (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});
