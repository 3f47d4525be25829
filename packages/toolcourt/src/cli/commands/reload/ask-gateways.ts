import { dirname, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import { askControl, type ControlAnswer } from "@toolcourt/gateway/internal/edge/control-socket";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { CommandContext } from "../../command.ts";

/** What one running gateway answered. */
export type GatewayAnswer =
  | { readonly pid: number; readonly kind: "done"; readonly plan: JsonObject }
  | {
      readonly pid: number;
      readonly kind: "refused";
      readonly code: string;
      readonly message: string;
      readonly next: string;
    };

/** Asks each gateway that runs with a configuration. Throws if there is none. */
export async function askGateways(
  what: "reload" | "plan",
  config: string | undefined,
  { folder }: Pick<CommandContext, "folder">,
): Promise<readonly GatewayAnswer[]> {
  const home = resolve(folder, dirname(config ?? defaultFile));
  const answers = await askControl(home, { do: what });
  if (answers.length === 0) throw new Refusal("gateway-absent", { file: config ?? defaultFile });
  return answers.map(readAnswer);
}

function readAnswer({ pid, answer = {} }: ControlAnswer): GatewayAnswer {
  const plan = own(answer, "plan");
  if (answer["kind"] === "done" && isJsonObject(plan)) return { pid, kind: "done", plan };
  return {
    pid,
    kind: "refused",
    code: textIn(answer, "code", "gateway-failed"),
    message: textIn(answer, "message", "It ended before it answered; its log may tell why."),
    next: textIn(answer, "next", "toolcourt serve"),
  };
}

function textIn(answer: JsonObject, key: string, otherwise: string): string {
  const value = own(answer, key);
  return typeof value === "string" ? value : otherwise;
}
