import { describe, expect, it } from "vitest";
import { mutantsOf } from "./mutants.ts";

describe("the mutants of a source", () => {
  it("lack a statement, swap two neighbours, or do not await", () => {
    const mutants = mutantsOf("async function f() { a(); await b(); return c; }");

    expect(mutants).toEqual([
      { name: "f: remove a();", source: "async function f() {  await b(); return c; }" },
      {
        name: "f: swap a(); with await b();",
        source: "async function f() { await b(); a(); return c; }",
      },
      { name: "f: remove await b();", source: "async function f() { a();  return c; }" },
      {
        name: "f: swap await b(); with return c;",
        source: "async function f() { a(); return c; await b(); }",
      },
      { name: "f: remove return c;", source: "async function f() { a(); await b();  }" },
      { name: "f: drop await of b()", source: "async function f() { a(); b(); return c; }" },
    ]);
  });

  it("reach into blocks, and are named after the function around them", () => {
    const source = "function f() { return function g() { try { a(); } catch { b(); } }; }";

    expect(mutantsOf(source).map(({ name }) => name)).toEqual([
      "f: remove return function g() { try { a(); } catch { b(); } };",
      "g: remove try { a(); } catch { b(); }",
      "g: remove a();",
      "g: remove b();",
    ]);
  });

  it("skip a call whose result has a name", () => {
    const mutants = mutantsOf("const a = b(c, d.e, f);");

    expect(mutants.map(({ source }) => source)).toEqual(["const a = c;", "const a = f;"]);
  });

  it("leave expressions and types alone", () => {
    expect(mutantsOf("const a = () => b; interface C { readonly d: string }")).toEqual([]);
  });
});
