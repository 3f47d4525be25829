import { describe, expect, it } from "vitest";
import { answeredIdIn, excessIn, messageLimits } from "./message-size.ts";
import { readMessage } from "./read-message.ts";

const { keys, values, depth } = messageLimits;

function objectOf(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",")}}`;
}
function listOf(count: number): string {
  return `[${Array.from({ length: count }, () => "1").join(",")}]`;
}
/** Long enough to be counted at all. */
function nested(levels: number): string {
  return `${"[".repeat(levels)}"${"a".repeat(70_000)}"${"]".repeat(levels)}`;
}

describe("the size of a message", () => {
  it.each([
    ["keys", objectOf(keys), undefined],
    ["keys", objectOf(keys + 1), "keys"],
    ["values", listOf(values - 1), undefined],
    ["values", listOf(values + 1), "values"],
    ["levels", nested(depth), undefined],
    ["levels", nested(depth + 1), "depth"],
  ])("is limited by its %s", (_, text, excess) => {
    expect(excessIn(text)).toBe(excess);
  });

  it("does not count what stands in strings, however they are escaped", () => {
    const tricky = String.raw`"\\\"{[:,\\"`;
    const text = JSON.stringify(["[{:,".repeat(200_000), '\\"'.repeat(100_000)]);

    expect(excessIn(text)).toBeUndefined();
    expect(excessIn(`[${tricky},"${"a".repeat(70_000)}"]`)).toBeUndefined();
  });

  it("leaves an unfinished string to the parser", () => {
    expect(excessIn(`"${"a".repeat(70_000)}`)).toBeUndefined();
  });

  it("is checked before the message is parsed, and the limit is named", () => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${objectOf(400_000)}`;

    expect(readMessage(message)).toMatchObject({
      kind: "refused",
      code: -32_700,
      message: "Send at most 50000 keys in a message.",
    });
  });
});

describe("the id of an answer that is not parsed", () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1000001,"result":{"id":7,"method":"x"}}', 1_000_001],
    ['{"result":{"a":[{"id":7}],"b":"\\"id\\":8,{["}, "id" : 1000002 }', 1_000_002],
    ['{"id":1,"error":{"code":1},"id":1000003}', 1_000_003],
    ['{"id":"1000001","result":{}}', undefined],
    ['{"id":-1,"result":{}}', undefined],
    ['{"id":5,"params":{},"method":"elicitation/create"}', undefined],
    ['[{"id":5}]', undefined],
    ['{"id":5,"result":"', undefined],
    ["", undefined],
  ])("is found in %s", (text, id) => {
    expect(answeredIdIn(text)).toBe(id);
  });
});
