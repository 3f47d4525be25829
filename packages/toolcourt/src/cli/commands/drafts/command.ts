import type { OpenedDrafts } from "@toolcourt/gateway/internal/compose/operator-stores";
import { type ClosedInput, defineActionsCommand } from "../../actions.ts";
import type { ExitCode } from "../../command.ts";
import { approve, list, reject, show } from "./decide.ts";
import { type DraftsFlags, draftsFlags } from "./input.ts";
import { find, importScan } from "./sources.ts";
import { add, edit, importDocument } from "./write.ts";

type ImportInput = ClosedInput<DraftsFlags, OpenedDrafts>;

/** Imports a document, or with a source a scan of one. */
async function importAny(input: ImportInput): Promise<ExitCode> {
  if (input.values.source !== undefined) return importScan(input);
  await using opened = await input.open();
  return await importDocument({ ...input, opened });
}

export const command = defineActionsCommand({
  flags: draftsFlags,
  notes: [
    "import <file> --into <set>: makes a draft of every operation of an OpenAPI document (2.0, 3.0, 3.1).",
    "import <file.pdf> --source <name> --into <set>: has a PDF read by a service, and drafts what it describes.",
    "find <words...> --source <name> [--into <set>]: searches an index for documents, and imports them.",
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
    import: { runClosed: importAny },
    find: { runClosed: find, takesWords: true },
    add: { run: add },
    list: { run: list },
    show: { run: show },
    edit: { run: edit },
    approve: { run: approve },
    reject: { run: reject },
  },
});
