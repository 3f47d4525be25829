import { expect, it } from "vitest";
import { pathOf } from "./path.ts";

const source = "async function a() { await b(); await b(); }\nfunction b() {}\nfunction c() {}\n";
const range = (name: string, text: string, count: number) => ({
  functionName: name,
  ranges: [
    { startOffset: source.indexOf(text) + 1, endOffset: source.indexOf(text) + text.length, count },
  ],
});

it("counts functions that ran, and the resumptions of async ones", () => {
  const functions = [
    { functionName: "", ranges: [{ startOffset: 0, endOffset: source.length, count: 1 }] },
    range("a", "async function a() { await b(); await b(); }", 3),
    range("b", "function b() {}", 2),
    range("c", "function c() {}", 0),
  ];
  const url = "file:///x/packages/gateway/src/edge/x.ts";

  expect(pathOf([{ url, functions }], () => source)).toEqual({
    functions: ["gateway/edge/x.ts a", "gateway/edge/x.ts b"],
    files: 1,
    awaits: 2,
  });
});
