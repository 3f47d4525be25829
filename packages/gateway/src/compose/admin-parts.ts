import { type Answering, askPart } from "../edge/admin/ask.ts";
import { type ConfigurationView, configurationPart } from "../edge/admin/configuration.ts";
import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import { type RunningTool, runsPart } from "../edge/admin/runs.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  readonly configuration: ConfigurationView;
  /** Answers questions of people. Undefined without a host. */
  readonly answering: Answering | undefined;
  /** Returns the tools that go on over several calls. */
  readonly runningTools: () => readonly RunningTool[];
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf({
  askReload,
  configuration,
  answering,
  runningTools,
}: AdminPartDeps): readonly AdminPart[] {
  const parts = [
    openApiPart,
    askReload && reloadPart(askReload),
    configurationPart(configuration),
    answering && askPart(answering),
    runsPart(runningTools),
  ];
  return parts.filter((part) => part !== undefined);
}
