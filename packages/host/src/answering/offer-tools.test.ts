import { registeredTool, toolContract, writingTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createOffer } from "./offer-tools.ts";

const offerAll = createOffer(() => true);

describe("the offer to planners", () => {
  it("has tools under their public names, with tags and examples", () => {
    const { planned, byName } = offerAll([registeredTool({ publicName: "weather__forecast" })]);

    expect(planned).toMatchObject([
      {
        name: "weather__forecast",
        tags: ["weather"],
        examples: [{ description: "In Geneva" }],
      },
    ]);
    expect([...byName.keys()]).toEqual(["weather__forecast"]);
  });

  it("has no host-injected parameters", () => {
    const input = {
      type: "object",
      properties: {
        city: { type: "string" },
        trace_id: { type: "string", "x-host-injected": true },
      },
      required: ["city", "trace_id"],
    };

    const { planned } = offerAll([registeredTool({ contract: toolContract({ input }) })]);

    expect(planned[0]?.input).toEqual({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    });
  });

  it("has no invisible characters and no raw upstream contract", () => {
    const contract = toolContract({
      description: "Returns\u200B the weather.",
      input: { type: "object", properties: { city: { description: "A\u202E city" } } },
      asReceived: { secret: "sesame" },
    });

    const shown = JSON.stringify(offerAll([registeredTool({ contract })]).planned);

    expect(shown).toContain("Returns the weather.");
    expect(shown).toContain("A city");
    expect(shown).not.toContain("sesame");
  });

  it("has no tool that is held, lacks a validator, or may not be called", () => {
    const held = registeredTool({ publicName: "held", hold: { kind: "not-admitted" } });
    const { validateInput: _, ...uncheckable } = registeredTool({ publicName: "uncheckable" });
    const offer = createOffer(({ contract }) => contract.effect === "read");

    const { planned } = offer([held, uncheckable, writingTool(), registeredTool()]);

    expect(planned.map(({ name }) => name)).toEqual(["get-forecast"]);
  });

  it("is identical for the same tools", () => {
    const tools = [registeredTool()];

    expect(offerAll(tools)).toBe(offerAll(tools));
    expect(offerAll([...tools])).not.toBe(offerAll(tools));
  });
});
