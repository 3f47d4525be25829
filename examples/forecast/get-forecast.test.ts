import { checkTool, createFakeClock, toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { getForecast } from "./get-forecast.ts";

const clock = createFakeClock(Date.UTC(2026, 10, 1));

describe("get-forecast", () => {
  it("passes the whole checklist without a warning", async () => {
    const report = await checkTool(getForecast, { clock });

    expect(
      report.items.filter(({ verdict }) => verdict === "failed" || verdict === "warning"),
    ).toEqual([]);
    expect(report.passed).toBe(true);
  });

  it("answers, and refuses an unknown input", async () => {
    const context = toolContext({ permissions: ["weather:read"] });
    const input = { city: "Geneva" };

    const good = await getForecast.invoke(input, context);
    const bad = await getForecast.invoke({ ...input, country: "CH" }, context);

    expect(good.data).toEqual({ celsius: 21 });
    expect(bad).toMatchObject({ data: null, error: { code: "input-invalid" } });
  });
});
