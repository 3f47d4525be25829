import { describe, expect, it } from "vitest";
import { Strays } from "./strays.ts";

const call = { name: "say-text", input: { text: "a" } };
const other = { name: "say-number", input: { value: 1 } };

describe("Strays", () => {
  it("assigns strays to the preceding call, each kind once", () => {
    const strays = new Strays();
    strays.calling(call);
    strays.add("line");
    strays.calling({ ...call, input: { text: "b" } });
    strays.add("line");
    strays.add("second-answer");

    expect(strays.take("say-text")).toEqual([
      { stray: "line", call },
      { stray: "second-answer", call: { name: "say-text", input: { text: "b" } } },
    ]);
    expect(strays.take("say-text")).toEqual([]);
  });

  it("keeps the strays of another tool until they are taken", () => {
    const strays = new Strays();
    strays.calling(other);
    strays.add("line");

    expect(strays.take("say-text")).toEqual([]);
    expect(strays.take("say-number")).toEqual([{ stray: "line", call: other }]);
  });

  it("assigns strays between a start and the first call to no call", () => {
    const strays = new Strays();
    strays.calling(call);
    strays.started();
    strays.add("line");

    expect(strays.take("say-text")).toEqual([]);
    expect(strays.take()).toEqual([{ stray: "line" }]);
  });
});
