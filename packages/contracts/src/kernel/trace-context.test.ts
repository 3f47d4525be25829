import { describe, expect, it } from "vitest";
import { placeIn, readTraceContext, traceIdOf, unsampled } from "./trace-context.ts";

const id = "0af7651916cd43dd8448eb211c80319c";
const parent = `00-${id}-b7ad6b7169203331-01`;

describe("a trace context", () => {
  it("is passed on unchanged if valid", () => {
    const read = readTraceContext(parent, "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");

    expect(read).toEqual({
      traceparent: parent,
      tracestate: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
    });
    expect(read && traceIdOf(read)).toBe("0af76519-16cd-43dd-8448-eb211c80319c");
    expect(placeIn(parent)?.isSampled).toBe(true);
  });

  it.each([
    [undefined],
    [7],
    [""],
    ["00-1-2-03"],
    [parent.toUpperCase()],
    [`ff${parent.slice(2)}`],
    [`00-${"0".repeat(32)}-b7ad6b7169203331-01`],
    [`00-${id}-${"0".repeat(16)}-01`],
    [`${parent}-more`],
    [`${parent}\n`],
    [`${parent} `],
    [`01${parent.slice(2)}-${"x".repeat(300)}`],
  ])("is ignored if invalid: %j", (traceparent) => {
    expect(readTraceContext(traceparent, "rojo=1")).toBeUndefined();
  });

  it("of a later version is passed on as version 00", () => {
    expect(readTraceContext(`cc-${id}-b7ad6b7169203331-ff-what-the-future-is`)).toEqual({
      traceparent: parent,
    });
  });

  it.each([
    [7],
    ["no equals sign"],
    ["UPPER=1"],
    ["a=1,a=2"],
    ["a=\u0000"],
    ["a=ü"],
    [`a=${"x".repeat(600)}`],
    [Array.from({ length: 33 }, (_, each) => `k${each}=1`).join(",")],
    ["a=1,,b=2"],
  ])("drops an invalid tracestate: %j", (tracestate) => {
    expect(readTraceContext(parent, tracestate)).toEqual({ traceparent: parent });
  });

  it("can be marked as not sampled", () => {
    const read = unsampled({ traceparent: parent, tracestate: "a=1" });

    expect(read).toEqual({ traceparent: `${parent.slice(0, -2)}00`, tracestate: "a=1" });
  });
});
