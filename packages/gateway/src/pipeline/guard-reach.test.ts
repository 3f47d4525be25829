import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { noAbort } from "../testing/calls.ts";
import type { InputRequest, LogMessage, Progress, Reach } from "../upstreams/upstream.ts";
import { guardReach, type ReachTerms } from "./guard-reach.ts";

const terms: ReachTerms = {
  mayAsk: ["elicitation"],
  clean: (text) => text.replaceAll("\u200b", "").replaceAll("topsecret", "***"),
};

function setUp(differences: Partial<Reach> = {}) {
  const asked: InputRequest[] = [];
  const logged: LogMessage[] = [];
  const reports: Progress[] = [];
  const reach: Reach = {
    capabilities: { elicitation: {}, sampling: {}, roots: {}, extensions: { "x/y": {} } },
    ask: async (request) => {
      asked.push(request);
      return { action: "accept", content: { city: "Geneva" } };
    },
    onProgress: (progress) => void reports.push(progress),
    log: { level: "info", onMessage: (message) => void logged.push(message) },
    ...differences,
  };
  return { asked, logged, reports, guarded: guardReach(reach, terms) };
}

function form(properties: JsonObject, message = "Where?"): InputRequest {
  const requestedSchema = { type: "object", properties };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

const city = { city: { type: "string" } };

describe("the reach that a server gets", () => {
  it("shows what the server may ask, and nothing else of the caller", () => {
    expect(setUp().guarded.capabilities).toEqual({ elicitation: {} });
    expect(setUp({ capabilities: { sampling: {} } }).guarded.capabilities).toEqual({});
  });

  it("asks the caller in cleaned words and brings the answer", async () => {
    const { asked, guarded } = setUp();

    const answer = await guarded.ask?.(form(city, "Whe\u200bre, topsecret?"), noAbort);

    expect(answer).toEqual({ action: "accept", content: { city: "Geneva" } });
    expect(asked).toEqual([form(city, "Where, ***?")]);
  });

  it("says no in the caller's place to a form that wants a secret (SECURITY 51)", async () => {
    const { asked, guarded } = setUp();

    const answer = await guarded.ask?.(form({ password: { type: "string" } }), noAbort);

    expect(answer).toEqual({ action: "decline" });
    expect(asked).toEqual([]);
  });

  it("asks twenty times at most, also at once (SECURITY 52)", async () => {
    const { asked, guarded } = setUp();

    const answers = await Promise.allSettled(
      Array.from({ length: 25 }, async () => guarded.ask?.(form(city), noAbort)),
    );

    expect(asked).toHaveLength(20);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(5);
  });

  it.each<InputRequest>([
    { method: "sampling/createMessage", params: { messages: [] } },
    { method: "roots/list", params: {} },
    { method: "tools/call", params: {} },
    { method: "elicitation/create", params: {} },
  ])("asks nothing that the server may not ask, or that is no question: %j", async (request) => {
    const { asked, guarded } = setUp();

    await expect(guarded.ask?.(request, noAbort)).rejects.toThrow("The caller is not asked that.");
    expect(asked).toEqual([]);
  });

  it("cleans what is said on the way", () => {
    const { logged, reports, guarded } = setUp();

    guarded.onProgress?.({ progress: 1, message: `top\u200bsecret${"x".repeat(2_000)}` });
    guarded.log?.onMessage({ level: "info", logger: "a\u200b", data: { k: ["topsecret"] } });

    expect(reports).toEqual([{ progress: 1, message: `***${"x".repeat(997)}` }]);
    expect(logged).toEqual([{ level: "info", logger: "a", data: { k: ["***"] } }]);
  });

  it("leaves out a line that is no line", () => {
    const { logged, guarded } = setUp();

    guarded.log?.onMessage({ level: "info", data: "x".repeat(300_000) });

    expect(logged).toEqual([]);
  });

  it("has no ways that the caller does not have", () => {
    expect(guardReach({ capabilities: {} }, terms)).toEqual({ capabilities: {} });
  });
});
