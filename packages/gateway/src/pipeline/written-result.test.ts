import { parseJson } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckedResult } from "./call.ts";
import { textOf, WrittenResult, WrittenValue } from "./written-result.ts";

const json = fc.jsonValue().map((value) => parseJson(JSON.stringify(value)));
const results = fc.record(
  {
    content: fc.array(json),
    isError: fc.boolean(),
    structuredContent: json,
    meta: fc.dictionary(fc.string(), json),
  },
  { requiredKeys: ["content", "isError"] },
);

function written(result: ConstructorParameters<typeof WrittenResult>[0]): WrittenResult {
  const { content, structuredContent } = result;
  return new WrittenResult(result, {
    content: new WrittenValue(content),
    structured: structuredContent === undefined ? undefined : new WrittenValue(structuredContent),
  });
}

describe("a written result", () => {
  it("has the text that JSON.stringify makes of it", () => {
    fc.assert(
      fc.property(results, (result) => {
        const kept = written(result);
        expect(textOf(kept)).toBe(JSON.stringify(kept));
        expect(JSON.parse(textOf(kept))).toEqual(JSON.parse(JSON.stringify(result)));
      }),
    );
  });

  it("writes a large part once", () => {
    const read = { count: 0 };
    const part = {
      get a() {
        read.count += 1;
        return 1;
      },
    };
    const kept = written({ content: [part], isError: false, structuredContent: part });

    expect([textOf(kept), textOf(kept)]).toEqual(Array(2).fill(textOf(kept)));
    expect(read.count).toBe(2);
  });

  it("loses its text in a changed copy", () => {
    const kept = written({ content: [], isError: false, structuredContent: { a: 1 } });
    const result: CheckedResult = kept;
    const copy = { ...result, structuredContent: { a: 2 } };

    expect(textOf(kept)).toContain('"a":1');
    expect(textOf(copy)).toBe('{"content":[],"isError":false,"structuredContent":{"a":2}}');
  });
});
