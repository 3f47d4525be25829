import type { JsonValue } from "@toolcourt/sdk";
import { approvedCall, registeredTool, toolContract, toolPlan } from "@toolcourt/testing/calls";
import { redactorsFor } from "@toolcourt/testing/redactors";
import { describe, expect, it } from "vitest";
import type { CheckedResult } from "../call.ts";
import { type Clauses, defaultClauses } from "../clause-counters.ts";
import { createRedact } from "./redact.ts";

const schema = { type: "object", properties: { pins: { type: "array" } } };

interface Scene {
  readonly secrets?: readonly string[];
  readonly output?: typeof schema;
  readonly clauses?: Partial<Clauses>;
}

function redactIn(scene: Scene, result: Partial<CheckedResult>) {
  const hiding = redactorsFor(...(scene.secrets ?? ["48151623"]));
  const kept: unknown[] = [];
  const redact = createRedact({
    hiding,
    quarantine: { keep: (raw) => `q-${kept.push(raw)}` },
  });
  const { output: _declared, ...contract } = toolContract();
  const held = scene.output === undefined ? contract : { ...contract, output: scene.output };
  const tool = registeredTool({ contract: held });
  const plan = toolPlan(tool, {
    clauses: { ...defaultClauses, ...scene.clauses },
    redactor: hiding.inResult(tool),
  });
  const call = approvedCall({ plan });
  return { kept, answer: () => redact(call, { content: [], isError: false, ...result }) };
}

function shown(value: JsonValue, secrets: readonly string[]): JsonValue | undefined {
  return redactIn({ secrets }, { structuredContent: value }).answer().output.structuredContent;
}

describe("a secret of digits alone", () => {
  it.each([
    ["the number", "48151623", 48_151_623],
    ["the number below zero", "48151623", -48_151_623],
    ["the number that the zeros before it do not change", "0048151623", 48_151_623],
    ["a number that rounds it", "48151623421081519", 48_151_623_421_081_520],
    ["a number with an exponent", "123456789012345678901234", Number("123456789012345678901234")],
    ["the number behind the word that says how", "Bearer 48151623", 48_151_623],
  ])("is redacted as %s", (_, secret, number) => {
    expect(shown({ deep: [{ pin: number }] }, [secret])).toEqual({ deep: [{ pin: "***" }] });
  });

  it("is counted like any other, in any position", () => {
    const { answer } = redactIn(
      {},
      {
        content: [{ type: "text", text: "pin 48151623" }, { odd: 48_151_623 }],
        structuredContent: 48_151_623,
        meta: { pin: 48_151_623, other: 1 },
      },
    );

    expect(answer()).toEqual({
      output: {
        content: [{ type: "text", text: "pin ***" }, { odd: "***" }],
        structuredContent: "***",
        meta: { pin: "***", other: 1 },
        isError: false,
      },
      redacted: { characters: 0, secrets: 4 },
    });
  });

  it("is not a secret with seven digits or leading zeros", () => {
    const value = [4_815_162, 7];

    expect(shown(value, ["4815162", "000000007", "4815162x"])).toBe(value);
  });

  it("leaves other numbers unchanged", () => {
    const value = { at: 48_151_624, more: [{ size: 481_516_230 }] };

    expect(shown(value, ["48151623"])).toBe(value);
  });
});

describe("a schema-bound result with a secret number", () => {
  const result = { structuredContent: { pins: [1, 48_151_623], theirs: 48_151_623 } };

  it("is refused with the locations, and quarantined without the secret", () => {
    const { answer, kept } = redactIn({ output: schema }, result);

    expect(answer).toThrow(
      expect.objectContaining({
        code: "output-invalid",
        details: {
          tool: "get-forecast",
          clause: "output",
          issues: [
            "/structuredContent/pins/1: expected no secret as a number",
            "/structuredContent/?: expected no secret as a number",
          ],
          quarantineId: "q-1",
        },
      }),
    );
    expect(JSON.stringify(kept)).not.toContain("48151623");
  });

  it("passes with masks if the schema is only watched", () => {
    const { answer } = redactIn({ output: schema, clauses: { output: "observe" } }, result);

    expect(answer().output.structuredContent).toEqual({ pins: [1, "***"], theirs: "***" });
  });

  it("passes if the secret is outside the schema's scope", () => {
    const meta = { pin: 48_151_623 };

    expect(redactIn({ output: schema }, { meta }).answer().output.meta).toEqual({ pin: "***" });
  });
});
