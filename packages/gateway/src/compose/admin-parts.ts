import { type ConfigurationView, configurationPart } from "../edge/admin/configuration.ts";
import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  readonly configuration: ConfigurationView;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf({ askReload, configuration }: AdminPartDeps): readonly AdminPart[] {
  const parts = [
    openApiPart,
    askReload && reloadPart(askReload),
    configurationPart(configuration),
  ];
  return parts.filter((part) => part !== undefined);
}
