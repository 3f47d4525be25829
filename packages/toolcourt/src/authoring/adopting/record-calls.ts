import { cleanMembers } from "@toolcourt/gateway/internal/boundary/cleaning/clean-value";
import {
  type Redaction,
  storedTextRules,
} from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { ApprovedCall, CheckedResult } from "@toolcourt/gateway/internal/pipeline/call";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Sample } from "./sample.ts";

interface RecorderDeps {
  /** Accepts a line without blocking. */
  readonly write: (line: string) => void;
  readonly redaction: Pick<Redaction, "into">;
}

/**
 * Creates the recorder of upstream answers, for contract inference. Redacts secrets and personal
 * data first: a recording must not be worth stealing.
 */
export function recordCalls({
  write,
  redaction,
}: RecorderDeps): (call: ApprovedCall, output: CheckedResult) => void {
  const hide = redaction.into("recordings", storedTextRules);
  const clean = (text: string, name?: string): string => hide(text, name).text;
  return (call, output) => {
    const { home, contract } = call.registered;
    if (home.kind !== "server") return;
    const recorded: RecordedCall = {
      server: home.server,
      tool: contract.name,
      arguments: cleanMembers(call.input, clean),
      result: cleanMembers(resultOf(output), clean),
    };
    write(recordingLine(recorded));
  };
}

function resultOf({ content, structuredContent, isError }: CheckedResult): JsonObject {
  return { content, ...(structuredContent !== undefined && { structuredContent }), isError };
}

/** A call as written by `serve --record`. */
interface RecordedCall extends Sample {
  readonly server: string;
}

type RecordingReading =
  | { readonly kind: "calls"; readonly calls: readonly RecordedCall[] }
  /** Counted from 1. */
  | { readonly kind: "unreadable"; readonly line: number };

/**
 * Reads calls as JSON Lines. Skips an incomplete last line: the recorder was stopped while writing.
 */
export function readRecording(text: string): RecordingReading {
  const lines = text.split("\n");
  const calls: RecordedCall[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const call = callIn(line);
    if (call !== undefined) calls.push(call);
    else if (index < lines.length - 1) return { kind: "unreadable", line: index + 1 };
  }
  return { kind: "calls", calls };
}

function callIn(line: string): RecordedCall | undefined {
  const value = parsed(line);
  if (!isJsonObject(value)) return undefined;
  const server = own(value, "server");
  const tool = own(value, "tool");
  const given = own(value, "arguments");
  const result = own(value, "result");
  if (typeof server !== "string" || typeof tool !== "string") return undefined;
  if (!isJsonObject(given) || !isJsonObject(result)) return undefined;
  return { server, tool, arguments: given, result };
}

function parsed(line: string): JsonValue | undefined {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

/** Returns the line for a call. */
export function recordingLine({ server, tool, arguments: given, result }: RecordedCall): string {
  const line: JsonObject = { server, tool, arguments: given, result };
  return JSON.stringify(line);
}
