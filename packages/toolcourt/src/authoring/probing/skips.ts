import type { ToolContract } from "@toolcourt/sdk";
import type { Skip, SkipReason } from "./report.ts";

type Message = (contract: Pick<ToolContract, "effect"> | undefined) => string;

const messages: Readonly<Record<SkipReason, Message>> = {
  effect: (contract) =>
    `its effect is ${contract?.effect ?? "not known"}, and only tools that read are called; allow it with --allow`,
  "not-chosen": () => "it was not asked for",
  unreadable: () => "its definition cannot be read; see toolcourt check",
  "schema-refused": () => "its input schema cannot be used; see toolcourt check",
  "no-valid-input": () => "no input was found that its schema accepts",
  asks: () => "it asks a person before it answers, and nobody is there",
  "time-spent": () => "the time was spent; give more with --time",
  "server-gone": () => "the server could not be reached any more",
};

/** Words the reason why a tool was not tested. */
export function skipFor(reason: SkipReason, contract?: Pick<ToolContract, "effect">): Skip {
  return { reason, message: messages[reason](contract) };
}
