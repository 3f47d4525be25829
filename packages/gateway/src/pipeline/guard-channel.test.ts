import type { JsonObject } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { CallerChannel, InputRequest, LogMessage, Progress } from "../upstreams/upstream.ts";
import { type ChannelTerms, guardChannel } from "./guard-channel.ts";

const terms: ChannelTerms = {
  allowedRequests: ["elicitation"],
  clean: (text) => text.replaceAll("\u200b", "").replaceAll("topsecret", "***"),
};

function setUp(differences: Partial<CallerChannel> = {}) {
  const asked: InputRequest[] = [];
  const logged: LogMessage[] = [];
  const reports: Progress[] = [];
  const channel: CallerChannel = {
    capabilities: { elicitation: {}, sampling: {}, roots: {}, extensions: { "x/y": {} } },
    ask: async (request) => {
      asked.push(request);
      return { action: "accept", content: { city: "Geneva" } };
    },
    onProgress: (progress) => void reports.push(progress),
    log: { level: "info", onMessage: (message) => void logged.push(message) },
    ...differences,
  };
  return { asked, logged, reports, guarded: guardChannel(channel, terms) };
}

function form(properties: JsonObject, message = "Where?"): InputRequest {
  const requestedSchema = { type: "object", properties };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

const city = { city: { type: "string" } };

describe("guardChannel", () => {
  it("keeps extensions, which are compared with those of the server later", () => {
    expect(setUp().guarded.capabilities).toEqual({
      elicitation: {},
      extensions: { "x/y": {} },
    });
  });

  it("shows only the capabilities that the server may use", () => {
    expect(setUp({ capabilities: { elicitation: {}, roots: {} } }).guarded.capabilities).toEqual({
      elicitation: {},
    });
    expect(setUp({ capabilities: { sampling: {} } }).guarded.capabilities).toEqual({});
  });

  it("asks the caller in cleaned text and returns the answer", async () => {
    const { asked, guarded } = setUp();

    const answer = await guarded.ask?.(form(city, "Whe\u200bre, topsecret?"), noAbort);

    expect(answer).toEqual({ action: "accept", content: { city: "Geneva" } });
    expect(asked).toEqual([form(city, "Where, ***?")]);
  });

  it("declines a form that asks for a secret on the caller's behalf (SECURITY 51)", async () => {
    const { asked, guarded } = setUp();

    const answer = await guarded.ask?.(form({ password: { type: "string" } }), noAbort);

    expect(answer).toEqual({ action: "decline" });
    expect(asked).toEqual([]);
  });

  it("asks at most twenty times, even concurrently (SECURITY 52)", async () => {
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
  ])("refuses forbidden or invalid questions of the server: %j", async (request) => {
    const { asked, guarded } = setUp();

    await expect(guarded.ask?.(request, noAbort)).rejects.toThrow("The caller is not asked that.");
    expect(asked).toEqual([]);
  });

  it("cleans progress and log messages", () => {
    const { logged, reports, guarded } = setUp();

    guarded.onProgress?.({ progress: 1, message: `top\u200bsecret${"x".repeat(2_000)}` });
    guarded.log?.onMessage({ level: "info", logger: "a\u200b", data: { k: ["topsecret"] } });

    expect(reports).toEqual([{ progress: 1, message: `***${"x".repeat(997)}` }]);
    expect(logged).toEqual([{ level: "info", logger: "a", data: { k: ["***"] } }]);
  });

  it("drops an oversized log message", () => {
    const { logged, guarded } = setUp();

    guarded.log?.onMessage({ level: "info", data: "x".repeat(300_000) });

    expect(logged).toEqual([]);
  });

  it("adds no channel that the caller lacks", () => {
    expect(guardChannel({ capabilities: {} }, terms)).toEqual({ capabilities: {} });
  });
});
