import { openAudit } from "@toolcourt/gateway/internal/compose/beside-gateway";
import { type Command, defineCommand, type ExitCode } from "../../command.ts";
import { configFlag } from "../../config-flag.ts";
import { type AuditDesk, type OpenAudit, usage } from "./asked-audit.ts";
import { erase, unfinished } from "./audit-care.ts";
import { exportAll, printKey, prove } from "./signed-audit.ts";
import { verify } from "./verify-audit.ts";

export function createAuditCommand(open: OpenAudit): Command {
  return defineCommand({
    flags: {
      config: configFlag,
      json: { type: "switch", summary: "Print one JSON value and nothing else" },
      out: {
        type: "text",
        value: "file",
        summary: "Where the export goes (default: standard output)",
      },
      key: {
        type: "list",
        value: "key",
        summary: "A public key, or a file that holds it (verify)",
      },
      close: { type: "switch", summary: "End those that cannot run any more (unfinished)" },
      tenant: { type: "text", value: "name", summary: "Whose principal is meant (erase)" },
      checkpoint: {
        type: "list",
        value: "file",
        summary: "Checkpoints that were kept in another place (verify)",
      },
    },
    notes: [
      "Actions: export, verify <file>, prove <row>, unfinished, key, erase <principal>.",
      "`-` is standard input.",
      "verify needs an export or a proof, and the public key. It needs nothing of the gateway.",
      "prove prints a proof that one row is in the log, which shows no other row.",
      "erase destroys what leads from the log to a person. The log stays as it is, and valid.",
      "Exit 0: fine. Exit 1: the export is not what was written, or calls never ended. Exit 2: could not be done.",
    ],

    async run({ values, positionals: [action = "", what = ""] }, context) {
      const act = actions.get(action);
      if (act === undefined)
        throw usage("Say what to do: export, verify, prove, unfinished, key or erase.");
      return act({ asked: { ...values, what }, open, context });
    },
  });
}

type Act = (desk: AuditDesk) => Promise<ExitCode>;

const actions: ReadonlyMap<string, Act> = new Map([
  ["export", exportAll],
  ["verify", verify],
  ["prove", prove],
  ["unfinished", unfinished],
  ["key", printKey],
  ["erase", erase],
]);

export const command = createAuditCommand(openAudit);
