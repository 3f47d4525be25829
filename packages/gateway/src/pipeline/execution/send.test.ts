import {
  defineTool,
  hints,
  isJsonObject,
  type JsonObject,
  type Tool,
  type ToolContext,
} from "@toolcourt/sdk";
import {
  approvedCall,
  fakeUpstream,
  goodResult,
  noAbort,
  registeredTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { redactorsFor } from "@toolcourt/testing/redactors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Progress } from "../../upstreams/upstream.ts";
import { createSend } from "./send.ts";

const bounds = { signal: noAbort, endsAt: 1_000 };
const clock = createFakeClock();
const { forNotifications: hideSecrets } = redactorsFor("topsecret");

function greeter(seen: ToolContext[] = []): Tool {
  return defineTool({
    name: "greet-person",
    description:
      "Greets a person by name. Use it to see whether a connection works. Returns the greeting. For example: greet Ada.",
    version: "1.0.0",
    permissions: ["people:greet"],
    parameters: z.object({ person: z.string().describe("Name of the person to greet") }),
    result: z.object({ greeting: z.string().describe("The greeting") }),
    category: "query",
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    examples: [
      {
        description: "Greets Ada",
        params: { person: "Ada" },
        expectedResult: { greeting: "Hello, Ada!" },
      },
    ],
    tags: ["greeting"],
    handler: ({ person }, context) => {
      seen.push(context);
      return {
        data: { greeting: `Hello, ${person}!` },
        agentHints: hints({
          confidence: [{ name: "name given", value: 1 }],
          sourceQuality: "high",
          validityPeriod: "indefinite",
        }),
      };
    },
  });
}

function callOf(tool: Tool, input: JsonObject = { person: "Ada" }) {
  const registered = registeredTool({ contract: tool.contract, home: { kind: "local", tool } });
  return approvedCall({ registered, input });
}

describe("send", () => {
  it("calls the server under its own name for the tool", async () => {
    const upstream = fakeUpstream(() => goodResult());
    const send = createSend({ clock, hideSecrets, upstreamOf: () => upstream });
    const registered = registeredTool({ publicName: "weather__get-forecast" });

    expect(await send(approvedCall({ registered }), bounds)).toEqual(goodResult());
    expect(upstream.calls).toEqual([{ name: "get-forecast", arguments: { city: "Geneva" } }]);
  });

  it("forwards progress without secrets and hidden characters", async () => {
    const reports: Progress[] = [];
    const upstream = fakeUpstream(({ channel }) => {
      channel?.onProgress?.({ progress: 1 });
      channel?.onProgress?.({
        progress: 2,
        total: 2,
        message: `\u001b[1mtop\u200bsecret${"x".repeat(2_000)}`,
      });
      return goodResult();
    });
    const send = createSend({ clock, hideSecrets, upstreamOf: () => upstream });

    const onProgress = (progress: Progress): unknown => reports.push(progress);
    await send(approvedCall({ channel: { capabilities: {}, onProgress } }), bounds);

    expect(reports).toEqual([
      { progress: 1 },
      { progress: 2, total: 2, message: expect.stringMatching(/^\*\*\*x{997}$/) as unknown },
    ]);
  });

  it("shows a server only the capabilities it may use, and passes answers unchanged", async () => {
    const upstream = fakeUpstream(() => goodResult());
    const send = createSend({ clock, hideSecrets, upstreamOf: () => upstream });
    const resumption = { requestState: "topsecret", inputResponses: { a: { action: "accept" } } };

    const channel = { capabilities: { elicitation: {}, sampling: {} } };
    await send(approvedCall({ channel, resumption }), bounds);

    expect(upstream.calls).toMatchObject([
      { channel: { capabilities: { elicitation: {} } }, resumption },
    ]);
  });

  it("fails if the server is not connected", async () => {
    const send = createSend({ clock, hideSecrets, upstreamOf: () => undefined });

    await expect(send(approvedCall(), bounds)).rejects.toMatchObject({
      fault: { kind: "unreachable" },
    });
  });

  it("invokes a local tool on behalf of the principal", async () => {
    const seen: ToolContext[] = [];
    const send = createSend({ clock, hideSecrets, upstreamOf: () => undefined });

    const result = await send(callOf(greeter(seen)), bounds);

    expect(result).toMatchObject({
      structuredContent: { data: { greeting: "Hello, Ada!" } },
      isError: false,
    });
    expect(seen).toMatchObject([
      {
        userId: "ada",
        agentId: "agent-under-test",
        agentVersion: "1.0.0",
        correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
        traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
        timestamp: new Date(clock.now()).toISOString(),
        permissions: ["people:greet"],
        signal: noAbort,
      },
    ]);
  });

  it.each([
    ["S3-60: a person", { id: "ada" }, { userId: "ada" }],
    ["S3-60: the system", { id: "key:nightly", kind: "system" }, { userId: null }],
    ["S3-62: its correlation", {}, { correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41" }],
    ["S3-63: its trace", {}, { traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6" }],
    ["S3-64: its agent", {}, { agentId: "agent-under-test" }],
    ["S3-65: the version of its agent", {}, { agentVersion: "1.0.0" }],
    ["S3-66: its moment", {}, { timestamp: new Date(clock.now()).toISOString() }],
  ] as const)("passes to a local tool: %s", async (_, principal, expected) => {
    const seen: ToolContext[] = [];
    const send = createSend({ clock, hideSecrets, upstreamOf: () => undefined });
    const call = callOf(greeter(seen));

    await send({ ...call, principal: { ...call.principal, ...principal } }, bounds);

    expect(seen).toMatchObject([expected]);
  });

  it("S3-61, S3-67: omits the session and other unverified data", async () => {
    const seen: ToolContext[] = [];
    const send = createSend({ clock, hideSecrets, upstreamOf: () => undefined });

    await send(callOf(greeter(seen)), bounds);

    expect(seen[0]).not.toHaveProperty("sessionId");
    expect(seen[0]).not.toHaveProperty("metadata");
  });

  it.each([
    { given: { person: "Ada" }, isError: false, structuredContent: { greeting: "Hello, Ada!" } },
    {
      given: {},
      isError: true,
      structuredContent: { code: "input-invalid", message: expect.any(String) as unknown },
    },
  ])("answers without the envelope if the contract has none (T4): $given", async (row) => {
    const { given, ...comes } = row;
    const send = createSend({ clock, hideSecrets, upstreamOf: () => undefined });
    const tool = greeter();
    const contract = { ...tool.contract, output: { type: "object" } };

    const result = await send(callOf({ ...tool, contract }, given), bounds);

    const structured = isJsonObject(result) ? result["structuredContent"] : undefined;
    const content = [{ type: "text", text: JSON.stringify(structured) }];
    expect(result).toEqual({ content, ...comes });
  });

  it("reports a local tool's failure with the tool's own envelope", async () => {
    const send = createSend({ clock, hideSecrets, upstreamOf: () => undefined });

    expect(await send(callOf(greeter(), {}), bounds)).toMatchObject({
      structuredContent: { data: null, error: { code: "input-invalid" } },
      isError: true,
    });
  });
});

describe("send, to a local tool that throws", () => {
  it("keeps the stack with the ids of the call, and shows the caller none of it", async () => {
    const kept: unknown[] = [];
    const error = new RangeError("no such row in /srv/people.db");
    const seen: ToolContext[] = [];
    // The handler hands its context to this list, which refuses it.
    seen.push = () => {
      throw error;
    };
    const send = createSend({
      clock,
      hideSecrets,
      upstreamOf: () => undefined,
      keepStack: (...call) => void kept.push(call),
    });
    const call = callOf(greeter(seen));

    const answer = await send(call, bounds);

    const { callId, traceId, correlationId } = call;
    expect(kept).toEqual([[error, { callId, traceId, correlationId, code: "tool-failed" }]]);
    expect(JSON.stringify(answer)).not.toContain("people.db");
  });
});
