import { cpuUsage } from "node:process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormIndex } from "./form-index.ts";
import { mergeSpans, redactSpans } from "./spans.ts";

function indexOf(forms: Iterable<string>): FormIndex {
  const index = new FormIndex();
  for (const form of forms) index.add(form);
  return index;
}

const form = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 25 });
const text = fc.string({ unit: fc.constantFrom("a", "b", "-"), maxLength: 120 });

describe("FormIndex", () => {
  it("finds the remaining forms as if removed ones had never been added", {
    timeout: 10_000,
  }, () => {
    fc.assert(
      fc.property(fc.array(form), fc.array(form), text, (stay, go, where) => {
        const index = indexOf(stay.slice(0, 2));
        for (const each of go) index.add(each);
        for (const each of stay.slice(2)) index.add(each);
        for (const each of go) index.remove(each);

        expect(mergeSpans(index.find(where))).toEqual(mergeSpans(indexOf(stay).find(where)));
      }),
      { numRuns: 300 },
    );
  });

  it("finds a form until every holder has removed it", () => {
    const index = indexOf(["shared-form", "shared-form"]);

    index.remove("shared-form");
    const once = index.find("a shared-form").length;
    index.remove("shared-form");
    index.remove("shared-form");

    expect([once, index.find("a shared-form").length]).toEqual([1, 0]);
  });

  it("leaves nothing behind after thousands of adds and removes", () => {
    const index = indexOf(["one-that-stays"]);
    for (let count = 0; count < 3_000; count += 1) {
      index.add(`token-number-${count}`);
      index.remove(`token-number-${count}`);
    }

    expect(index.find("token-number-2999 one-that-stays")).toEqual([{ start: 18, end: 32 }]);
  });

  it("holds more forms than a function call can take arguments", { timeout: 10_000 }, () => {
    const forms = Array.from({ length: 130_000 }, (_, count) => `f-${count * 7_919}-${count}`);

    expect(indexOf(forms).find(`- ${forms[77_777]} -`)).toHaveLength(1);
  });

  it("stays fast even with a long, self-repeating form", () => {
    const index = indexOf(["ab".repeat(16_000)]);
    const where = `${"ab".repeat(15_999)}-`.repeat(3);
    const start = cpuUsage();

    const spans = index.find(where);

    expect(cpuUsage(start).user).toBeLessThan(600_000);
    expect(redactSpans(where, spans).text).toMatch(/^[*-]+$/);
  });
});
