import type { JsonValue } from "@toolcourt/sdk";
import { unreachable } from "../catalog/unreachable.ts";
import { createEraMemory } from "../upstreams/era-memory.ts";
import { openUpstream } from "../upstreams/open-upstream.ts";
import type { Transport } from "../upstreams/transport.ts";
import { UpstreamError, type UpstreamFault } from "../upstreams/upstream.ts";
import type { Surroundings } from "./command.ts";

/** A command may have to fetch itself first, as those of `npx` do. */
export const patienceMs = 60_000;

/** Connects to a server, asks for every page of its tools, and leaves nothing of it behind. */
export async function listLiveTools(
  transport: Transport,
  { clock, signal, environment }: Pick<Surroundings, "clock" | "signal" | "environment">,
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

/** Why a server could not be listed, in our own words: what it says itself is a stranger's text. */
export function whyUnlisted(error: unknown, transport: Transport): string {
  if (error instanceof TookTooLong) return `it took longer than ${patienceMs / 1_000} s`;
  const told = error instanceof UpstreamError ? reasons[error.fault.kind](error.fault) : undefined;
  if (told !== undefined) return told;
  if (transport.kind === "stdio") {
    return "it ended before it had listed its tools; run it by itself to see what it says";
  }
  // The address is not part of the reason.
  return unreachable({ name: "", address: "" }, error).details.because;
}

/** Whether there is no program to start. */
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
