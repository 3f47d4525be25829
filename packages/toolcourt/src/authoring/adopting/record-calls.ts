import { cleanMembers } from "@toolcourt/gateway/internal/boundary/cleaning/clean-value";
import {
  type Redaction,
  storedTextRules,
} from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { ApprovedCall, CheckedResult } from "@toolcourt/gateway/internal/pipeline/call";
import type { JsonObject } from "@toolcourt/sdk";
import { type RecordedCall, recordingLine } from "./read-recording.ts";

export interface RecorderDependencies {
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
}: RecorderDependencies): (call: ApprovedCall, output: CheckedResult) => void {
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
