import { hintsKey } from "@toolcourt/gateway/internal/pipeline/stages/hint";
import type { ReceivedResult } from "@toolcourt/gateway/internal/pipeline/stages/received-result";
import { agentHintsSchema, isJsonObject, type JsonValue, own, pointerToken } from "@toolcourt/sdk";
import type { Remark } from "./remark.ts";

/** Returns the hints of a result, from its envelope or its metadata. */
export function hintsOf({ structured, meta }: ReceivedResult): JsonValue | undefined {
  const inside =
    structured !== undefined && isJsonObject(structured)
      ? own(structured, "agentHints")
      : undefined;
  return inside ?? (meta === undefined ? undefined : own(meta, hintsKey));
}

/** Reports hints that are missing from a result. */
export function judgeHints(result: ReceivedResult): readonly Remark[] {
  const hints = hintsOf(result);
  // A refusal may come from a layer below the tool that does not know hints.
  if (hints === undefined && result.isError === true) return [];
  const rule = "test/hints-incomplete";
  if (hints === undefined) {
    return [{ rule, key: rule, expected: "hints with every result", got: "none" }];
  }
  const parsed = agentHintsSchema.safeParse(hints);
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  const known = (issue?.path ?? []).filter((name) => typeof name !== "symbol");
  const pointer = `/agentHints${known.map((name) => pointerToken(String(name))).join("")}`;
  const got = "something else, or nothing";
  return [{ rule, key: rule, pointer, expected: "a hint of the form that agents read", got }];
}
