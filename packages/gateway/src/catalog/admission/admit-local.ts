import type { Tool } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Logger } from "../../telemetry/events.ts";
import type { ToolConfig } from "../tool-config.ts";
import { brokenRules } from "./admit-server-tool.ts";
import type { Candidate } from "./candidate.ts";
import type { JudgeContract, Question } from "./conformance.ts";
import { settingsOfLocalTool } from "./find-settings.ts";
import { settle, shownSettings } from "./settle.ts";

export interface LocalAdmission {
  readonly judge: JudgeContract;
  readonly log: Logger["log"];
  readonly tools: readonly ToolConfig[];
  readonly profiles: readonly ProfileName[];
}

/** Returns the local tools that are not configured. Local tools are always strict. */
export function unconfiguredLocal(
  local: readonly Tool[],
  tools: readonly ToolConfig[],
): readonly string[] {
  const names = new Set(local.map(({ name }) => name));
  return [...names].filter((name) => settingsOfLocalTool(tools, name) === undefined);
}

/** Admits local tools. They have no lock, because their code is the operator's. */
export async function admitLocal(
  local: readonly Tool[],
  admission: LocalAdmission,
): Promise<readonly Candidate[]> {
  const permissionsOf: Beside["permissionsOf"] = (step) =>
    local.find(({ name }) => name === step)?.contract.terms.permissions;
  return Promise.all(
    local.map((tool) => {
      const namesakes = local.filter(({ name }) => name === tool.name).length;
      return admitOne(tool, { namesakes, permissionsOf }, admission);
    }),
  );
}

/** What the rules know about the tools beside a tool. */
type Beside = Pick<Question, "namesakes" | "permissionsOf">;

async function admitOne(
  tool: Tool,
  beside: Beside,
  { judge, log, tools, profiles }: LocalAdmission,
): Promise<Candidate> {
  const { name, contract } = tool;
  const settings = settle(settingsOfLocalTool(tools, name), { profiles }, contract);
  const { isConformant, ...judged } = await judge({ contract, profiles, ...beside });
  const candidate: Candidate = {
    contract,
    home: { kind: "local", tool },
    settings,
    shown: contract.asReceived,
    ...judged,
  };
  if (isConformant) {
    log("tool.explicit", { tool: name, config: shownSettings(settings) });
    return candidate;
  }
  const rules = brokenRules(judged.findings);
  log("tool.nonconformant", { tool: name, server: "local", rules });
  return { ...candidate, hold: { kind: "nonconformant", findings: judged.findings } };
}
