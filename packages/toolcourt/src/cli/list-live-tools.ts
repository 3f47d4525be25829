import { unreachable } from "@toolcourt/gateway/internal/catalog/unreachable";
import { createEraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { openUpstream } from "@toolcourt/gateway/internal/upstreams/open-upstream";
import type { Transport } from "@toolcourt/gateway/internal/upstreams/transport";
import { UpstreamError, type UpstreamFault } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import type { CommandContext } from "./command.ts";

/** Long enough for commands that download their package first, such as `npx`. */
export const patienceMs = 60_000;

/** Connects to a server, lists all pages of its tools and cleans up. */
export async function listLiveTools(
  transport: Transport,
  { clock, signal, environment }: Pick<CommandContext, "clock" | "signal" | "environment">,
): Promise<readonly JsonValue[]> {
  const late = new AbortController();
  const done = new AbortController();
  void clock.sleep(patienceMs, done.signal).then(
    () => late.abort(new TookTooLong()),
    () => undefined,
  );
  const patient = AbortSignal.any([signal, late.signal]);
  try {
    await using upstream = await openUpstream(transport, {
      clock,
      signal: patient,
      memory: createEraMemory(clock),
      listeners: { toolsChanged: () => undefined },
      searchPath: environment["PATH"] ?? "",
    });
    return await upstream.listTools(patient);
  } finally {
    done.abort();
  }
}

class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** Explains in our own words why listing failed. The server's own text is untrusted. */
export function whyUnlisted(error: unknown, transport: Transport): string {
  if (error instanceof TookTooLong) return `it took longer than ${patienceMs / 1_000} s`;
  const told = error instanceof UpstreamError ? reasons[error.fault.kind](error.fault) : undefined;
  if (told !== undefined) return told;
  if (transport.kind === "stdio") {
    return "it ended before it had listed its tools; run it by itself to see what it says";
  }
  // Only the reason is used, so the address stays empty.
  return unreachable({ name: "", address: "" }, error).details.because;
}

/** Reports whether the program to start does not exist. */
export function isNoProgram(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.cause instanceof Error &&
    error.cause.name === "NoSuchProgram"
  );
}

const reasons: Readonly<
  Record<UpstreamFault["kind"], (fault: UpstreamFault) => string | undefined>
> = {
  unreachable: () => undefined,
  lost: () => undefined,
  http: () => undefined,
  rpc: (fault) => (fault.kind === "rpc" ? `it answered with the error ${fault.code}` : undefined),
  garbled: () => "it sends what is no message of the protocol, or too much at once",
  "list-too-long": () => "its list of tools does not come to an end",
};
