import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { configFlag, defineCommand, type ExitCode, jsonFlag } from "../../command.ts";
import { askGateways, type GatewayAnswer } from "./ask-gateways.ts";
import { planText } from "./text.ts";

export const command = defineCommand({
  flags: { config: configFlag, json: jsonFlag },
  notes: [
    "Reads the configuration, lock, overlays, policy, keys and certificates again, judges all of them, then applies them at once.",
    "Calls that have begun end as they began. A file with a mistake changes nothing.",
    "To see first what would change: toolcourt effective --diff",
    "Exit 0: applied. Exit 1: refused, and nothing was changed. Exit 2: no gateway runs with this configuration.",
  ],

  async run({ values: { config, json } }, context) {
    const answers = await askGateways("reload", config, context);
    const { terminal } = context;
    if (json) terminal.out(printableJson({ gateways: answers }));
    else for (const answer of answers) terminal.out(said(answer));
    return exitOf(answers);
  },
});

function said(answer: GatewayAnswer): string {
  const who = `Gateway ${answer.pid}`;
  if (answer.kind === "refused") {
    return `${who} changed nothing: ${answer.message}\nNext: ${answer.next}`;
  }
  return `${who} has read its files again.\n${planText(answer.plan)}`;
}

function exitOf(answers: readonly GatewayAnswer[]): ExitCode {
  return answers.every(({ kind }) => kind === "done") ? 0 : 1;
}
