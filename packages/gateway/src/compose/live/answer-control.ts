import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import type { AnswerControl } from "../../edge/control-socket.ts";
import { WorkersRefused } from "../workers/workers-refused.ts";
import type { LinkToConsole } from "./console-link.ts";
import type { ReloadPlan } from "./plan.ts";
import type { ReloadOrder } from "./reloader.ts";

/** What the commands of the operator ask of a running gateway. */
export interface Reloads {
  /** Applies the files as they are now. Throws the `Refusal` of what is wrong. */
  readonly reload: (order: ReloadOrder) => Promise<ReloadPlan>;
  /** Says what a reload would change. Throws the `Refusal` of what is wrong. */
  readonly plan: () => Promise<ReloadPlan>;
}

/** Answers `toolcourt reload`, `toolcourt effective --diff` and `toolcourt console`. */
export function answerControl(
  reloads: Reloads,
  by: string,
  link: LinkToConsole = () => ({ kind: "none", because: "off" }),
): AnswerControl {
  return async ({ do: asked }) => {
    if (asked === "console") return { ...(await link()) };
    return asked === "reload" || asked === "plan"
      ? askReload(reloads, asked, { cause: "command", by })
      : { kind: "unknown" };
  };
}

/** Reloads, or says what that would change. A refusal is part of the answer. */
export async function askReload(
  { reload, plan }: Reloads,
  does: "reload" | "plan",
  order: ReloadOrder,
): Promise<JsonObject> {
  try {
    return applied(await (does === "reload" ? reload(order) : plan()));
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof WorkersRefused))
      return { kind: "refused", code: "gateway-failed", message: failed };
    const { code, message, next } = error;
    return { kind: "refused", code, message, next };
  }
}

const failed = "The gateway failed because of a bug; its log may tell more.";

function applied(plan: ReloadPlan): JsonObject {
  return { kind: "done", plan: planJson(plan) };
}

/** Returns a plan as plain JSON. */
function planJson(plan: ReloadPlan): JsonObject {
  const json = parseJson(JSON.stringify(plan));
  return isJsonObject(json) ? json : {};
}
