import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { createEraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { openUpstream } from "@toolcourt/gateway/internal/upstreams/open-upstream";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import type { CommandContext } from "../../command.ts";
import { isNoProgram, patienceMs, whyUnlisted } from "../../list-live-tools.ts";
import { usage } from "../../usage.ts";
import { type AdoptedServer } from "./adopted-server.ts";

/** Connects to the server of the adopted tools. */
export async function openAdopted(
  server: AdoptedServer,
  context: CommandContext,
): Promise<Upstream> {
  const { clock, signal, environment } = context;
  const searchPath = environment["PATH"] ?? "";
  const memory = createEraMemory(clock);
  const listeners = { toolsChanged: () => undefined };
  try {
    return await withTimeout({ clock, ms: patienceMs, signal }, (patient) =>
      openUpstream(server.transport, { clock, signal: patient, memory, listeners, searchPath }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (isNoProgram(error)) {
      throw usage(`There is no program ${server.label} that could be started.`);
    }
    throw unreached(error, server, context);
  }
}

/** Lists its tools as received. */
export async function listAdopted(
  upstream: Upstream,
  server: AdoptedServer,
  context: CommandContext,
): Promise<readonly JsonValue[]> {
  const { clock, signal } = context;
  try {
    return await withTimeout({ clock, ms: patienceMs, signal }, upstream.listTools);
  } catch (error) {
    signal.throwIfAborted();
    throw unreached(error, server, context);
  }
}

/** Prints the cause to the terminal, because the refusal has the same text for every cause. */
function unreached(
  error: unknown,
  { transport, label }: AdoptedServer,
  { terminal }: CommandContext,
): Refusal {
  terminal.err(`${label}: ${whyUnlisted(error, transport)}.`);
  return new Refusal("file-unreadable", { file: label, because: "failed" }, { cause: error });
}
