import { describe, expect, it } from "vitest";
import { createStrays } from "./strays.ts";

const call = { name: "say-text", input: { text: "a" } };
const other = { name: "say-number", input: { value: 1 } };

describe("createStrays", () => {
  it("assigns strays to the preceding call, each kind once", () => {
    const strays = createStrays();
    strays.calling(call);
    strays.heard("line");
    strays.calling({ ...call, input: { text: "b" } });
    strays.heard("line");
    strays.heard("second-answer");

    expect(strays.take("say-text")).toEqual([
      { stray: "line", call },
      { stray: "second-answer", call: { name: "say-text", input: { text: "b" } } },
    ]);
    expect(strays.take("say-text")).toEqual([]);
  });

  it("keeps the strays of another tool until they are taken", () => {
    const strays = createStrays();
    strays.calling(other);
    strays.heard("line");

    expect(strays.take("say-text")).toEqual([]);
    expect(strays.take("say-number")).toEqual([{ stray: "line", call: other }]);
  });

  it("assigns strays between a start and the first call to no call", () => {
    const strays = createStrays();
    strays.calling(call);
    strays.started();
    strays.heard("line");

    expect(strays.take("say-text")).toEqual([]);
    expect(strays.take()).toEqual([{ stray: "line" }]);
  });
});
