import { defineActionsCommand, type Open } from "../../actions.ts";
import type { Command } from "../../command.ts";
import { accept } from "./accept.ts";
import { type AuditInput, auditFlags } from "./input.ts";
import { erase, exportAll, printKey, prove, unfinished } from "./log-actions.ts";
import { verify } from "./verify.ts";

export function createAuditCommand(open: Open<AuditInput["opened"]>): Command {
  return defineActionsCommand({
    flags: auditFlags,
    notes: [
      "Actions: export, verify <file>, prove <row>, unfinished, key, erase <principal>, accept.",
      "`-` is standard input.",
      "verify needs only the public key, and an export or a proof. It does not use the gateway.",
      "prove prints a proof that one row is in the log. It reveals no other row.",
      "erase destroys the link from the log to a person. The log stays unchanged and valid.",
      "accept goes on with a store that lacks signed rows. Stop the gateway first.",
      "Exit 0: fine. Exit 1: the export was altered, there are unfinished calls, or the store cannot be accepted. Exit 2: could not be done.",
    ],
    open,
    actions: {
      export: { run: exportAll },
      verify: { needs: "Name the export that is to be verified.", runClosed: verify },
      prove: { needs: "Name the row by its number.", runClosed: prove },
      unfinished: { run: unfinished },
      key: { run: printKey },
      erase: { needs: "Name the principal as callers are known to the gateway.", run: erase },
      accept: { runClosed: accept },
    },
  });
}

export const command = createAuditCommand(async (...given) => {
  const { openAudit } = await import("@toolcourt/gateway/internal/compose/operator-stores");
  return openAudit(...given);
});
