import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type Answer, answerOf } from "../answer.ts";
import { looksSame, sightOf } from "./observed.ts";

function answer(structuredContent: JsonObject): Answer {
  return answerOf({ content: [], structuredContent }, 1);
}

function inText(value: JsonObject): Answer {
  return answerOf({ content: [{ type: "text", text: JSON.stringify(value) }] }, 1);
}

function envelope(metadata: JsonObject, data: JsonObject = { celsius: 21 }): JsonObject {
  return { data, agentHints: {}, metadata: { toolVersion: "1.0.0", ...metadata } };
}

const [early, late] = [
  { timestamp: "2026-01-01T00:00:00Z", executionTime: 1, traceId: "a", cached: false },
  { timestamp: "2026-01-01T00:00:01Z", executionTime: 2, traceId: "b", cached: true },
];

describe("sightOf", () => {
  it("ignores volatile members", () => {
    const output = {
      type: "object",
      properties: { at: { type: "string", "x-volatile": true }, size: { type: "integer" } },
    };
    const sight = sightOf({ output });

    expect(looksSame(sight, answer({ at: "1", size: 1 }), answer({ at: "2", size: 1 }))).toBe(true);
    expect(looksSame(sight, answer({ at: "1", size: 1 }), answer({ at: "1", size: 2 }))).toBe(
      false,
    );
  });

  it.each([answer, inText])("ignores envelope members that describe only the call: %o", (made) => {
    const sight = sightOf({});

    expect(looksSame(sight, made(envelope(early)), made(envelope(late)))).toBe(true);
  });

  it("keeps the data of an envelope and its statements about the tool", () => {
    const sight = sightOf({});
    const [first, second] = [{ celsius: 21 }, { celsius: 22 }];
    const other = envelope({ ...early, toolVersion: "1.0.1" });

    expect(looksSame(sight, answer(envelope(early, first)), answer(envelope(early, second)))).toBe(
      false,
    );
    expect(looksSame(sight, answer(envelope(early)), answer(other))).toBe(false);
  });

  it("keeps metadata outside an envelope", () => {
    const sight = sightOf({});

    expect(looksSame(sight, answer({ metadata: early }), answer({ metadata: late }))).toBe(false);
  });
});
