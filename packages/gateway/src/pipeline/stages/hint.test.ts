import { agentHintsSchema, type JsonValue } from "@toolcourt/sdk";
import { approvedCall, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import type { Stages } from "../pipeline.ts";
import { createHint, type HintsMode } from "./hint.ts";

const output: CheckedResult = {
  content: [],
  structuredContent: { celsius: 21 },
  isError: false,
  meta: { trace: "t" },
};

function hintsAs(mode: HintsMode): Stages["hint"] {
  const hint = createHint({ clock: createFakeClock() });
  return (call, result) => hint({ ...call, plan: { ...call.plan, hints: mode } }, result);
}

function hinted(
  differences: Partial<CheckedResult>,
  call: ApprovedCall = approvedCall(),
): JsonValue {
  const { meta } = hintsAs("meta")(call, { ...output, ...differences });
  return meta?.["dev.toolcourt/agentHints"] ?? null;
}

describe("hint", () => {
  it("leaves results unchanged if hints are off", () => {
    expect(hintsAs("off")(approvedCall(), output)).toBe(output);
  });

  it("adds hints beside the server's metadata, and changes nothing else", () => {
    const result = hintsAs("meta")(approvedCall(), output);

    expect(result).toEqual({
      ...output,
      meta: { trace: "t", "dev.toolcourt/agentHints": hinted({}) },
    });
  });

  it.each([{ isError: false }, { isError: true }])("gives complete hints for %j", (differences) => {
    expect(agentHintsSchema.safeParse(hinted(differences)).success).toBe(true);
  });

  it("has no confidence in a failure, and less in a result without a schema", () => {
    const confidences = [
      hinted({ isError: true }),
      hintsAs("meta")(approvedCall(), { content: [], isError: false }).meta?.[
        "dev.toolcourt/agentHints"
      ],
      hinted({}),
    ].map((each) => agentHintsSchema.parse(each).confidence);

    expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
    expect(new Set(confidences).size).toBe(3);
  });

  it("wraps the whole result in an envelope if configured", () => {
    const result = hintsAs("envelope")(approvedCall(), output);

    expect(result.structuredContent).toMatchObject({
      data: { celsius: 21 },
      agentHints: hinted({}),
    });
    expect(result.meta).toEqual({ trace: "t" });
  });

  it("invents no structured content for an untyped result, and sends nothing twice", () => {
    const { output: _none, ...contract } = toolContract();
    const call = approvedCall({ registered: registeredTool({ contract }) });
    const untyped = { content: [{ type: "text", text: "warm" }], isError: false };

    const { meta, ...rest } = hintsAs("envelope")(call, untyped);

    expect(rest).toEqual(untyped);
    expect(meta).toHaveProperty(["dev.toolcourt/agentHints"]);
  });

  it("leaves local tools unchanged, because they give their own hints", () => {
    const tool = registeredTool({ publicName: "x" });
    const home = { kind: "local", tool: { name: "x" } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a local home whose tool is unused
    const registered = { ...tool, home } as unknown as typeof tool;

    expect(hinted({}, approvedCall({ registered }))).toBeNull();
  });
});
