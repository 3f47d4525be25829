import { type JsonObject, own } from "@toolcourt/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { reading } from "../gate/tools.ts";
import { type Caller, callerFor, cameTo, type Wish } from "./caller.ts";
import { objectIn, openServed, type Served } from "./served.ts";
import { askable, shown, stateIn, transfer, yesTo } from "./transfer.ts";
import { done } from "./upstream.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;
const oslo = { city: "Oslo" };
const ofServer = "the server's own \u{e9}";

const form = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Which day?",
    requestedSchema: { type: "object", properties: { day: { type: "integer" } } },
  },
};

/** Answers like the server: requests input until it got as many answers as the argument says. */
function answer(params: JsonObject): JsonObject {
  const { note = "", city = "" } = objectIn(params, "arguments");
  if (note === "large" || city === "large") return asking("x".repeat(1_048_576));
  const isAnswered = own(params, "inputResponses") !== undefined;
  return isAnswered && city !== "for ever" ? done : asking(ofServer);
}

function asking(requestState: string): JsonObject {
  return { resultType: "input_required", inputRequests: { day: form }, requestState };
}

let served: Served;
let ada: Caller;
let eve: Caller;
beforeAll(async () => {
  served = await openServed({
    tools: [reading("get-forecast"), reading("get-history"), transfer("send")],
    entries: [{ name: "send", approval: "caller" }],
    answer,
  });
  [ada, eve] = [await callerFor(served, "ada"), await callerFor(served, "eve")];
  return () => served[Symbol.asyncDispose]();
}, timeout);

/** Returns the answer to an input request, with its own state or another. */
function answerTo(question: JsonObject, requestState = stateOf(question)): Wish {
  const inputResponses = { day: { action: "accept", content: { day: 3 } } };
  return { ...askable, resumption: { inputResponses, requestState } };
}

function stateOf(question: JsonObject): string {
  const { requestState = null } = objectIn(question, "result");
  return typeof requestState === "string" ? requestState : "";
}

describe("SECURITY 52: the state of an input request", { timeout }, () => {
  it("reaches the server unchanged, and the client never sees it in the clear", async () => {
    const question = await ada.call("get-forecast", oslo, askable);

    const outcome = cameTo(await ada.call("get-forecast", oslo, answerTo(question)));

    expect(outcome).toBe("answered");
    expect(served.upstream.calls.at(-1)).toMatchObject({
      inputResponses: { day: { action: "accept", content: { day: 3 } } },
      requestState: ofServer,
    });
    expect(stateOf(question)).not.toBe(ofServer);
  });

  it("is refused if the server makes it larger than 64 KB", async () => {
    const outcome = cameTo(await ada.call("get-forecast", { city: "large" }, askable));

    expect(outcome).toBe("output-invalid");
  });

  it("is refused if it returns changed, truncated, extended, as 1 MB, or not at all", async () => {
    const question = await ada.call("get-forecast", oslo, askable);
    const state = stateOf(question);
    const before = served.upstream.calls.length;
    const { resumption: _resumption, ...withoutState } = answerTo(question);
    const inputResponses = { day: { action: "accept", content: { day: 3 } } };
    const wishes = [
      answerTo(question, ofServer),
      answerTo(question, ""),
      answerTo(question, state.slice(0, -1)),
      answerTo(question, `${state}A`),
      answerTo(
        question,
        state.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
      ),
      answerTo(question, "x".repeat(1_048_576)),
      answerTo(question, `${state}${"x".repeat(1_048_576)}`),
      { ...withoutState, resumption: { inputResponses } },
    ];

    const outcomes = [];
    for (const wish of wishes) outcomes.push(cameTo(await ada.call("get-forecast", oslo, wish)));

    expect(new Set(outcomes)).toEqual(new Set(["question-unknown"]));
    expect(served.upstream.calls).toHaveLength(before);
  });

  it("is refused with another call, tool or principal, in the same words", async () => {
    const question = await ada.call("get-forecast", oslo, askable);
    const wish = answerTo(question);
    const before = served.upstream.calls.length;

    const uses = [
      await ada.call("get-forecast", { city: "Bern" }, wish),
      await eve.call("get-forecast", oslo, wish),
      await eve.call("get-forecast", oslo, answerTo(question, "forged")),
    ].map((result) => JSON.stringify(result));
    const otherTool = cameTo(await ada.call("get-history", oslo, wish));

    expect(new Set(uses).size).toBe(1);
    expect(uses[0]).toContain('"code":"question-unknown"');
    expect(otherTool).toBe("question-unknown");
    expect(served.upstream.calls).toHaveLength(before);
  });

  it("expires after three rounds, no matter how often the server asks", async () => {
    const given = { city: "for ever" };
    let result = await ada.call("get-forecast", given, askable);
    const outcomes = [cameTo(result)];
    for (let round = 0; round < 20 && cameTo(result) === "asked"; round += 1) {
      result = await ada.call("get-forecast", given, answerTo(result));
      outcomes.push(cameTo(result));
    }

    expect(outcomes).toEqual(["asked", "asked", "asked", "interaction-required: too-often"]);
  });

  it("does not bypass approval: answers need an approval of their own", async () => {
    const before = served.upstream.calls.length;
    const first = yesTo(await ada.call("send", shown, askable));
    const question = await ada.call("send", shown, first);
    expect(served.upstream.calls).toHaveLength(before + 1);

    const again = await ada.call("send", shown, answerTo(question));
    const old = answerTo(question, stateIn(first));
    const withOldYes = cameTo(await ada.call("send", shown, old));

    // The answers need their own approval, and the approval of the call without them is used up.
    expect(cameTo(again)).toBe("asked");
    expect(JSON.stringify(again)).toContain("Answers to the tool's questions");
    expect(withOldYes).toBe("approval-expired: used");
    expect(served.upstream.calls).toHaveLength(before + 1);

    const second = yesTo(again);
    const outcomes = [
      cameTo(await ada.call("send", shown, second)),
      cameTo(await ada.call("send", shown, second)),
    ];
    expect(outcomes).toEqual(["answered", "approval-expired: used"]);
    expect(served.upstream.calls.slice(before + 1)).toMatchObject([
      { inputResponses: { day: { content: { day: 3 } } }, requestState: ofServer },
    ]);
  });
});
