import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { ItemList } from "@toolcourt/contracts/internal/lock/locked-items";
import { shownName } from "../pipeline/call.ts";
import { factsOf, isPassing } from "../pipeline/execution/faults.ts";
import { UpstreamError, type UpstreamFault } from "../upstreams/upstream.ts";
import type { ItemHold } from "./item-lock.ts";

/** A prompt, a template or a view that is held, and the reason. */
export interface Held {
  readonly list: ItemList;
  readonly name: string;
  readonly hold: ItemHold;
}

/** The request and its server. */
export interface Asked {
  readonly method: string;
  readonly server: string;
  /** The address, for a resource. Default: none. */
  readonly uri?: string;
}

/** Turns the failure of a request into a refusal. A bug is returned unchanged. */
export function refusalFor(error: unknown, asked: Asked, signal?: AbortSignal): unknown {
  const { method, server } = asked;
  if (signal?.aborted === true)
    return new Refusal("cancelled", { tool: method, mayHaveActed: false });
  if (error instanceof TimeoutError || hasCode(error, "deadline-passed")) {
    const fault = { kind: "deadline-passed" };
    return new Refusal("relay-failed", { method, server, fault, passing: true }, { cause: error });
  }
  if (!(error instanceof UpstreamError)) return error;
  if (error.fault.kind === "credential") return error.fault.refusal;
  return (
    refusedBy(error.fault, asked, error) ??
    new Refusal(
      "relay-failed",
      { method, server, fault: factsOf(error.fault), passing: isPassing(error.fault) },
      { cause: error },
    )
  );
}

const nouns = { prompts: "prompt", templates: "resource template", views: "view" } as const;

/** Builds the refusal of a held item. */
export function quarantined({ list, name, hold }: Held, server: string): Refusal {
  return new Refusal("relay-quarantined", {
    what: nouns[list],
    name: shownName(name),
    server,
    reason: hold.kind,
    ...(hold.kind === "drifted" && { difference: hold.difference }),
    ...(hold.kind === "unsafe" && { problem: hold.problem }),
  });
}

const invalidParams = -32_602;
/** Legacy error code for an unknown address. */
const notFound = -32_002;

function refusedBy(fault: UpstreamFault, asked: Asked, cause: UpstreamError): Refusal | undefined {
  if (fault.kind !== "rpc") return undefined;
  if (fault.code !== invalidParams && fault.code !== notFound) return undefined;
  const { method, server, uri } = asked;
  return uri === undefined
    ? new Refusal("relay-refused", { method, server }, { cause })
    : new Refusal("resource-unknown", { uri: shownName(uri) }, { cause });
}
