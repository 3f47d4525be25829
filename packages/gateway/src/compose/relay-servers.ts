import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import { type AllRelays, createRelays } from "../relays/create-relays.ts";
import { promptFilter, type RelayServer } from "../relays/relay-server.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { hiderInto } from "./open-redaction.ts";
import type { OpenServer } from "./open-servers.ts";

interface Surroundings {
  readonly clock: Clock;
  readonly write: LogWriter;
  readonly traces?: Traces;
}

/** Relays the resources, prompts and other features of servers. */
export function relayServers(
  servers: readonly OpenServer[],
  redaction: Redaction,
  { clock, write, traces }: Surroundings,
): AllRelays {
  const offering = servers.map(({ settings, upstream, listen }): RelayServer => {
    const { name, resources, mayAsk, mode } = settings;
    const prompts = promptFilter(mode, settings.prompts);
    return { name, upstream, resources, prompts, mayAsk, listen };
  });
  const { log } = createLogger(write);
  const hideSecrets = hiderInto(redaction, "relays");
  return createRelays(offering, { clock, log, hideSecrets, ...(traces && { traces }) });
}
