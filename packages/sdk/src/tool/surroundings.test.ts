import { describe, expect, it } from "vitest";
import { toolResultSchema } from "../result/tool-result.ts";
import { greetTool } from "../testing/greet-tool.ts";
import { toolContext } from "../testing/tool-context.ts";
import type { Surroundings } from "./surroundings.ts";

function fail(): never {
  throw new Error("no such thing");
}

const broken: readonly (readonly [string, unknown])[] = [
  ["a clock that throws", { clock: { now: fail, monotonic: fail } }],
  ["a clock without a time", { clock: { now: () => Number.NaN, monotonic: () => Number.NaN } }],
  ["a clock past all years", { clock: { now: () => 8.64e15, monotonic: () => Infinity } }],
  ["a service without a version", { service: { name: "", version: "" } }],
  ["nothing", null],
  ["members that are nothing", { clock: undefined, service: undefined, observe: undefined }],
  ["members that are null", { clock: null, service: null, observe: null }],
  ["what cannot be looked at", new Proxy({}, { ownKeys: fail })],
];

describe("surroundingsOf", () => {
  it.each(broken)("cannot break a call: %s", async (_, given) => {
    const result = await greetTool.invoke(
      { person: "Ada" },
      toolContext({ permissions: ["people:greet"] }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a host that breaks its promise is what is tested
      given as Partial<Surroundings>,
    );

    expect(result.data).toEqual({ greeting: "Hello, Ada!" });
    expect(toolResultSchema(greetTool.result).safeParse(result).success).toBe(true);
  });

  it("accepts a clock that runs backwards", async () => {
    let ms = 1_000;
    const back = () => {
      ms -= 1;
      return ms;
    };

    const { metadata } = await greetTool.invoke({}, toolContext(), {
      clock: { now: back, monotonic: back },
    });

    expect(metadata.executionTime).toBe(0);
  });
});
