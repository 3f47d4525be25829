import { defineTool, hints } from "@toolcourt/sdk";
import { z } from "zod";

export const getForecast = defineTool({
  name: "get-forecast",
  description:
    "Returns the weather of a city for tomorrow. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm will it be in Geneva?",
  version: "1.0.0",
  permissions: ["weather:read"],
  parameters: z.object({ city: z.string().min(1).max(100).describe("Name of the city") }),
  result: z.object({ celsius: z.number().describe("Degrees Celsius at noon") }),
  category: "query",
  responseTime: "fast",
  cacheable: true,
  cacheTTL: 300,
  idempotent: true,
  examples: [
    { description: "Geneva", params: { city: "Geneva" }, expectedResult: { celsius: 21 } },
  ],
  tags: ["weather"],
  handler: () => ({
    data: { celsius: 21 },
    agentHints: hints({
      confidence: [{ name: "station nearby", value: 0.9 }],
      sourceQuality: "high",
      validityPeriod: "medium",
      reasoning: "Measured by the station that is nearest to the city.",
    }),
  }),
});
