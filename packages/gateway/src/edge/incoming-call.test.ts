import { type JsonObject, traceIdOf } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { incomingCall, resultOf } from "./incoming-call.ts";

function callWith(meta: JsonObject) {
  let ids = 0;
  const request = { params: { name: "a" }, meta, envelope: undefined, greeted: undefined };
  return incomingCall({ ...request, principal: { id: "ada", permissions: "all" } }, () => {
    ids += 1;
    return `new-${ids}`;
  });
}

const uuid = "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6";
const trace = "0af7651916cd43dd8448eb211c80319c";

describe("ids and trace of a call", () => {
  it("are taken from the sender", () => {
    const meta = {
      "dev.toolcourt/correlation": uuid,
      "dev.toolcourt/session": "session-7:a",
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
      tracestate: "a=1",
    };

    expect(callWith(meta)).toMatchObject({
      correlationId: uuid,
      sessionId: "session-7:a",
      traceId: "0af76519-16cd-43dd-8448-eb211c80319c",
      trace: { traceparent: `00-${trace}-b7ad6b7169203331-01`, tracestate: "a=1" },
    });
  });

  it.each([
    {},
    { "dev.toolcourt/correlation": 7, "dev.toolcourt/session": {} },
    { "dev.toolcourt/correlation": "mine", "dev.toolcourt/session": "" },
    { "dev.toolcourt/correlation": `${uuid}\nERROR: lost`, "dev.toolcourt/session": "a\nb" },
    { "dev.toolcourt/session": "s".repeat(129), traceparent: "00-1-2-03" },
  ])("are generated if the sender's are malformed: %j", (meta) => {
    const call = callWith(meta);

    expect(call).toMatchObject({ correlationId: "new-2", traceId: "new-3" });
    expect(call).not.toHaveProperty("sessionId");
    expect(call).not.toHaveProperty("trace");
  });

  it.each([
    `00-${trace}-b7ad6b7169203331-01`,
    `00-${trace}-b7ad6b7169203331-01-more`,
    `00-${trace}-b7ad6b7169203331-01\n`,
    `cc-${trace}-b7ad6b7169203331-01-more`,
    `cc-${trace}-b7ad6b7169203331-01.more`,
    `ff-${trace}-b7ad6b7169203331-01`,
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace}-b7ad6b7169203331`,
    `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
  ])("are the same trace for tool authors and for us: %j", (traceparent) => {
    const { traceId } = callWith({ traceparent });

    expect(traceIdOf({ traceparent }) ?? "new-3").toBe(traceId);
  });
});

it("strips the upstream server's name and keeps the rest of its metadata", () => {
  const meta = { "io.modelcontextprotocol/serverInfo": { name: "crm", version: "1" }, kept: 1 };

  expect(resultOf({ content: [], isError: false, meta })).toEqual({
    content: [],
    isError: false,
    _meta: { kept: 1 },
  });
});

describe("the words of a person", () => {
  it.each([
    ["a.b.c", { kind: "signed", token: "a.b.c" }],
    [{ text: "hello" }, { kind: "claimed", text: "hello" }],
    [
      { kind: "typed", text: "hello" },
      { kind: "claimed", text: "hello" },
    ],
    [7, undefined],
    [{ text: 7 }, undefined],
  ])("are a token, or a text that is only claimed: %j", (stated, words) => {
    expect(callWith({ "dev.toolcourt/words": stated }).words).toEqual(words);
  });
});
