import { isRefusal, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type RefusalData, refusalData, toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { refusalCodes, type Verdict } from "./definition.ts";

type RefusalCode = keyof typeof refusalCodes;

interface RefusedCheck {
  readonly code: RefusalCode;
  /** Our own sentence: nothing of the request is quoted. */
  readonly message: string;
}

/** Why a check is refused before the pipeline sees it, or after it has let go. */
const refusedChecks = {
  unreadable: {
    code: "invalid",
    message: "Send one JSON object without duplicate keys, as the protocol defines it.",
  },
  service: { code: "permission-denied", message: "No contract is known for this server." },
  method: { code: "permission-denied", message: "Only tools pass this gateway." },
  token: {
    code: "permission-denied",
    message: "Send a token that was issued for this gateway and has not expired.",
  },
  context: {
    code: "permission-denied",
    message: "The proxy named no user in metadata_context.",
  },
  rate: { code: "resource-exhausted", message: "Too many requests. Try again later." },
  capacity: { code: "resource-exhausted", message: "Too many calls wait for their responses." },
  stopping: { code: "resource-exhausted", message: "The gateway is stopping." },
  "no-call": {
    code: "permission-denied",
    message: "The proxy sent no toolcourt_call in metadata_context.",
  },
  "unknown-call": {
    code: "permission-denied",
    message: "This toolcourt_call is unknown, was used, or its deadline has passed.",
  },
} as const satisfies Record<string, RefusedCheck>;

export type Because = keyof typeof refusedChecks;

/**
 * Our own code in JSON-RPC errors of a proxy, outside the range that the protocol reserves. A tool's
 * refusal is a result elsewhere; a proxy can only be given an error.
 */
const refusedCode = 7010;

const encoder = new TextEncoder();

function bytesOf(value: JsonObject): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

export const passed: Verdict = { case: "pass", value: {} };

export function mutated(text: string): Verdict {
  return { case: "mutated", value: encoder.encode(text) };
}

/** Refuses a check without a refusal of the pipeline. */
export function refusedBy(because: Because): Verdict {
  const { code, message } = refusedChecks[because];
  return errorWith(code, { code: refusedCode, message });
}

/** Converts a failure of the pipeline. Text of servers gets out only as elsewhere, as a quotation. */
export function refusedFor(error: unknown): Verdict {
  const outcome = toMcp(error);
  const data = refusalData(error);
  const code = data === undefined || !isRefusal(error) ? "unknown" : codeOf(data);
  if (outcome.kind === "rpc-error") {
    const { code: rpcCode, message, data: more } = outcome;
    return errorWith(code, { code: rpcCode, message, ...(more && { data: more }) });
  }
  const message = isRefusal(error) ? error.message : "";
  return errorWith(code, { code: refusedCode, message, data: detailsOf(outcome.result) });
}

function errorWith(code: RefusalCode, error: JsonObject & { readonly message: string }): Verdict {
  const value = { code: refusalCodes[code], reason: error.message, mcpError: bytesOf(error) };
  return { case: "error", value };
}

/** Returns what a refusal says to programs: the metadata of its result. */
function detailsOf(result: JsonObject): JsonObject {
  const meta = own(result, "_meta");
  return isJsonObject(meta) ? meta : {};
}

const exhausted: ReadonlySet<Refusal["code"]> = new Set([
  "rate-limited",
  "query-limit",
  "no-capacity",
  "circuit-open",
] as const);

const invalid: ReadonlySet<Refusal["code"]> = new Set([
  "output-invalid",
  "error-undescribed",
] as const);

function codeOf({ code, class: kind }: RefusalData): RefusalCode {
  if (exhausted.has(code)) return "resource-exhausted";
  if (kind === "validation" || invalid.has(code)) return "invalid";
  return kind === "business" ? "permission-denied" : "unknown";
}
