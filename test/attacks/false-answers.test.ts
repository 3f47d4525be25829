import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { fitting } from "../gate/forbidden.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf, openRunningGateway } from "./running-gateway.ts";

const canary = "canary-7c1f";

function textOf(value: JsonObject): readonly JsonObject[] {
  return [{ type: "text", text: JSON.stringify(value) }];
}

// Server results that violate the output schema. None may reach a caller.
const falseAnswers: readonly {
  readonly what: string;
  readonly clause: string;
  readonly answer: JsonObject;
}[] = [
  {
    what: "a value of another type",
    clause: "output",
    answer: { structuredContent: { celsius: canary }, content: textOf({ celsius: canary }) },
  },
  {
    what: "a field too few",
    clause: "output",
    answer: { structuredContent: {}, content: textOf({ note: canary }) },
  },
  {
    what: "a field too many",
    clause: "output",
    answer: {
      structuredContent: { celsius: 21, note: canary },
      content: textOf({ celsius: 21, note: canary }),
    },
  },
  {
    what: "a field too many that only the text has, without a structured part",
    clause: "output-missing",
    answer: { content: textOf({ celsius: 21, note: canary }) },
  },
  {
    what: "no structured part",
    clause: "output-missing",
    answer: { content: [{ type: "text", text: canary }] },
  },
  {
    what: "a structured part of another kind",
    clause: "output",
    answer: { structuredContent: [canary], content: [] },
  },
  {
    what: "nothing that a result is made of",
    clause: "output-missing",
    answer: { note: canary },
  },
];

const contradiction: JsonObject = {
  structuredContent: { celsius: 21 },
  content: [{ type: "text", text: '{"celsius":-41}' }],
  isError: false,
};

function configFor(url: string, clauses = "{}"): string {
  return `toolbox:\n  mcps:\n${entryOf("weather", url, `${dynamic}, clauses: ${clauses}`)}`;
}

const tools = [reading("get-forecast")];

describe("an answer that violates the contract", () => {
  it.each(falseAnswers)(
    "SECURITY 19: $what is withheld, with the reason",
    async ({ answer, clause }) => {
      await using server = await openCountingServer({
        tools,
        answer: () => ({ isError: false, ...answer }),
      });
      await using running = await openRunningGateway(configFor(server.url));

      const result = await running.call("get-forecast", fitting);

      expect(result).toMatchObject({
        result: {
          isError: true,
          _meta: { "dev.toolcourt/refusal": { code: "output-invalid", clause } },
        },
      });
      expect(JSON.stringify(result)).not.toContain(canary);
      expect(server.calls).toHaveLength(1);
    },
  );

  it("SECURITY 19: a text that contradicts the structured content is counted in observe mode", async () => {
    await using server = await openCountingServer({ tools, answer: () => contradiction });
    await using running = await openRunningGateway(configFor(server.url));

    const result = await running.call("get-forecast", fitting);

    expect(result).toMatchObject({ result: { structuredContent: { celsius: 21 } } });
    expect(running.gateway.counters.counts()).toContainEqual({
      tool: "get-forecast",
      clause: "text-agrees",
      checked: 1,
      broken: 1,
    });
  });

  it("SECURITY 19: a text that contradicts the structured content is withheld in enforce mode", async () => {
    await using server = await openCountingServer({ tools, answer: () => contradiction });
    await using running = await openRunningGateway(
      configFor(server.url, "{ text-agrees: enforce }"),
    );

    const result = await running.call("get-forecast", fitting);

    expect(outcomeOf(result).refused).toBe("output-invalid");
    expect(JSON.stringify(result)).not.toContain("-41");
  });

  it("SECURITY 19: a withheld answer is kept for review", async () => {
    await using server = await openCountingServer({
      tools,
      answer: () => ({ structuredContent: { celsius: canary }, content: [], isError: false }),
    });
    await using running = await openRunningGateway(configFor(server.url));

    await running.call("get-forecast", fitting);

    expect(JSON.stringify(running.gateway.quarantine.list())).toContain("get-forecast");
  });
});
