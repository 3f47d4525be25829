import { defineActionsCommand, type Open } from "../../actions.ts";
import type { Command } from "../../command.ts";
import { accept } from "./accept.ts";
import { type AuditInput, auditFlags } from "./input.ts";
import { erase, exportAll, printKey, unfinished } from "./log-actions.ts";
import { show, status } from "./look-actions.ts";
import { prove } from "./prove.ts";
import { push } from "./push.ts";
import { verify } from "./verify.ts";

export function createAuditCommand(open: Open<AuditInput["opened"]>): Command {
  return defineActionsCommand({
    flags: auditFlags,
    notes: [
      "Actions: status, export, verify <file>, show <row>, prove <row or receipt>, unfinished, key, erase <principal>, accept, push [receiver].",
      "`-` is standard input.",
      "export takes all rows, or with --from and --to some. Only an export from row 1 can be verified.",
      "verify needs only the public key, and an export or a proof. It does not use the gateway.",
      "prove prints a proof that one row is in the log. It reveals no other row. It also takes the receipt of an answer, and compares it with the log.",
      "erase destroys the link from the log to a person. The log stays unchanged and valid.",
      "accept goes on with a store that lacks signed rows. Stop the gateway first.",
      "push shows how far each receiver of `audit.push` has come. push <receiver> --resume lets a stopped one go on.",
      "Exit 0: fine. Exit 1: the export was altered, the receipt does not fit the log, there are unfinished calls, the store cannot be accepted, or a receiver is stopped. Exit 2: could not be done.",
    ],
    open,
    actions: {
      status: { run: status },
      export: { run: exportAll },
      verify: { needs: "Name the export that is to be verified.", runClosed: verify },
      show: { needs: "Name the row by its number.", run: show },
      prove: { needs: "Name the row by its number, or give a receipt.", runClosed: prove },
      unfinished: { run: unfinished },
      key: { run: printKey },
      erase: { needs: "Name the principal as callers are known to the gateway.", run: erase },
      accept: { runClosed: accept },
      push: { run: push },
    },
  });
}

export const command = createAuditCommand(async (...given) => {
  const { openAudit } = await import("@toolcourt/gateway/internal/compose/operator-stores");
  return openAudit(...given);
});
