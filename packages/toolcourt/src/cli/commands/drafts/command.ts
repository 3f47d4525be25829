import { defineActionsCommand } from "../../actions.ts";
import { approve, list, reject, show } from "./decide.ts";
import { draftsFlags } from "./input.ts";
import { add, edit, importDocument } from "./write.ts";

export const command = defineActionsCommand({
  flags: draftsFlags,
  notes: [
    "import <file> --into <set>: makes a draft of every operation of an OpenAPI document (2.0, 3.0, 3.1).",
    "add <file> --into <set>: adds one handwritten draft.",
    "list [text]: lists drafts, or those with the text in their name.",
    "show <set>/<name>, edit <set>/<name>, approve <set>/<name>, reject <set>/<name>.",
    "Documents and drafts are JSON or YAML. `-` is standard input.",
    "No draft is listed or called before it is approved, and any change makes it pending again.",
    "To approve, give the digest that `show` prints, with --digest or when you are asked for it.",
    "Exit 0: done. Exit 1: changed meanwhile, decided already, or against the rules. Exit 2: could not be done.",
  ],
  open: async (...given) => {
    const { openDrafts } = await import("@toolcourt/gateway/internal/compose/operator-stores");
    return openDrafts(...given);
  },
  actions: {
    import: { run: importDocument },
    add: { run: add },
    list: { run: list },
    show: { run: show },
    edit: { run: edit },
    approve: { run: approve },
    reject: { run: reject },
  },
});
