import { describe, expect, it } from "vitest";
import { daysIn } from "./dates.ts";

describe("daysIn", () => {
  it.each([
    ["on 2031-02-03", "2031-02-03"],
    ["on February 3, 2031", "2031-02-03"],
    ["on the 3rd of Feb. 2031", "2031-02-03"],
    ["on 3 February 2031", "2031-02-03"],
    ["on 2/23/2031", "2031-02-23"],
    ["on 23/2/2031", "2031-02-23"],
  ])("reads %s", (text, iso) => {
    expect(daysIn(text, undefined).map((day) => day.iso)).toEqual([iso]);
  });

  it.each(["on 3/4/2031", "on February 30, 2031", "on February 3", "tomorrow"])(
    "does not guess from %s",
    (text) => {
      expect(daysIn(text, undefined)).toEqual([]);
    },
  );

  it("counts from today if the date is known", () => {
    const days = daysIn("from yesterday to tomorrow", "2031-03-01");

    expect(days.map(({ iso }) => iso)).toEqual(["2031-02-28", "2031-03-02"]);
  });
});
