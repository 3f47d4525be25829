import { describe, expect, it } from "vitest";
import { sidesOf } from "./sources.ts";

const named = (name: string) => ({ kind: "named", named: name });
const command = (...words: readonly string[]) => ({ kind: "command", command: words });

describe("sidesOf", () => {
  it.each([
    [["old.json", "new.json"], undefined, [named("old.json"), named("new.json")]],
    [["-"], ["node", "new.js"], [named("-"), command("node", "new.js")]],
    [[], ["a", "1", "--", "b", "2"], [command("a", "1"), command("b", "2")]],
    [
      ["old.json"],
      ["npm", "start", "--", "-x"],
      [named("old.json"), command("npm", "start", "--", "-x")],
    ],
  ])("accepts %j and %j", (names, behindDashes, sides) => {
    expect(sidesOf(names, behindDashes)).toEqual(sides);
  });

  it.each([
    [[], undefined, "Name the old version"],
    [[""], ["node"], "Name the old version"],
    [["old.json"], undefined, "or a command behind --"],
    [[], ["node", "old.js"], "behind another --"],
    [["a", "b", "c"], undefined, "Name two versions"],
    [["a", "b"], ["node"], "Name two versions"],
    [["-", "-"], undefined, "standard input"],
    [["a"], [], "Name a command"],
    [[], ["node", "--"], "Name a command"],
    [[], ["--", "node"], "Name a command"],
    [[], ["npm", "start", "--", "-x", "--", "node"], "Several --"],
  ])("refuses %j and %j", (names, behindDashes, problem) => {
    expect(() => sidesOf(names, behindDashes)).toThrow(problem);
  });
});
