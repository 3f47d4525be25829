import { describe, expect, it } from "vitest";
import { type Answer, answerOf } from "../answer.ts";
import type { ProbeCall } from "../probe-context.ts";
import { changedBy } from "./observe.ts";
import { sightOf } from "./observed.ts";

describe("changedBy", () => {
  it("does not take a coin for an observer of a change", async () => {
    // Each of the three rounds shows a change; the looks after them show that no call caused it.
    const coin = ["a", "a", "b", "b", "b", "a", "a", "a", "b", "b", "a"];

    expect(await changedSeenBy(() => coin.shift() ?? "a")).toBeUndefined();
  });

  it("finds an observer whose answer only the call changes", async () => {
    expect(await changedSeenBy((calls) => `${calls} calls`)).toMatchObject({ call: look });
  });
});

const look: ProbeCall = { name: "look", input: {} };

/** Calls a tool beside one observer, whose text may depend on the calls so far. */
function changedSeenBy(textAfter: (calls: number) => string): ReturnType<typeof changedBy> {
  let calls = 0;
  const call = ({ name }: ProbeCall): Promise<Answer> => {
    if (name !== look.name) calls += 1;
    const text = name === look.name ? textAfter(calls) : "read";
    return Promise.resolve(answerOf({ content: [{ type: "text", text }] }, 0));
  };
  return changedBy({ name: "read", input: {} }, [{ call: look, sight: sightOf({}) }], { call });
}
