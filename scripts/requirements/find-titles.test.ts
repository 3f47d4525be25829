import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { titlesIn } from "./find-titles.ts";

const text = `
describe("a unit", { timeout: 5 }, () => {
  it("is plain", () => undefined);
  it.each([["x", () => it]])("is %s", () => undefined);
  it.skipIf(missing).each(rows)(\`is \${there}\`, () => undefined);
  it.skip("is asleep", () => expect(it("is inside")).toBe(1));
  it(nameless, () => undefined);
});
describe.skip("a sleeper", () => {
  it("never runs", () => undefined);
});
describe.each(rules)("$id", () => {
  it.todo("is planned");
});
other("is no test");
`;

it("titlesIn finds every test with the blocks around it", () => {
  const { program, comments, module } = parseSync("a.test.ts", text);

  expect(titlesIn({ path: "a.test.ts", text, program, comments, module })).toEqual([
    { path: "a unit > is plain", isSkipped: false },
    { path: "a unit > is %s", isSkipped: false },
    { path: "a unit > is ${there}", isSkipped: false },
    { path: "a unit > is asleep", isSkipped: true },
    { path: "a unit > is asleep > is inside", isSkipped: true },
    { path: "a sleeper > never runs", isSkipped: true },
    { path: "$id > is planned", isSkipped: true },
  ]);
});
