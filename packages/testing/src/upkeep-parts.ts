import { type Answering, askPart } from "@toolcourt/gateway/internal/edge/admin/ask";
import {
  type ConfigurationView,
  configurationPart,
} from "@toolcourt/gateway/internal/edge/admin/configuration";
import type { AdminPart } from "@toolcourt/gateway/internal/edge/admin/part";
import { reloadPart } from "@toolcourt/gateway/internal/edge/admin/reload";
import { runsPart } from "@toolcourt/gateway/internal/edge/admin/runs";

/** A configuration of two settings, and the whole gateway as its only path. */
const configuration: ConfigurationView = {
  file: () => "toolcourt.yaml",
  settings: () => [
    { path: "server.port", value: 7420, origin: { kind: "default" } },
    { path: "toolbox.local[0]", value: "workspace", origin: { kind: "file" } },
  ],
  policyLimits: () => undefined,
  pendingFiles: () => [],
  endpoints: () => [
    { name: null, path: "/mcp", prefix: "", discovery: "list", tools: ["hello"], held: 1 },
  ],
  addressOf: () => undefined,
  asksForKey: () => false,
  isTls: false,
};

const echo: Answering = {
  describe: () => ({ planner: "builtin" }),
  ask: async (question) => ({ question }),
};

/** Returns parts of the admin API about the gateway itself, with little behind them. */
export function upkeepParts(answering: Answering = echo): readonly AdminPart[] {
  return [
    reloadPart(async () => ({ kind: "done", plan: {} })),
    configurationPart(configuration),
    runsPart(() => []),
    askPart(answering),
  ];
}
