import { realpath } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { ReadBeside } from "@toolcourt/gateway/internal/http-tools/drafts/openapi/beside";
import type { CommandContext } from "../../command.ts";

const maxMb = 8;

/** Reads files in the folder of a document, or below it. A link that leads out finds nothing. */
export function besideOf(document: string, context: CommandContext): ReadBeside {
  const folder = dirname(resolve(context.folder, document));
  return async (path) => {
    const home = await realpath(folder).catch(() => undefined);
    const file = await realpath(join(folder, path)).catch(() => undefined);
    if (home === undefined || file === undefined) return undefined;
    if (!file.startsWith(home.endsWith(sep) ? home : `${home}${sep}`)) return undefined;
    return readText(file, context, maxMb);
  };
}
