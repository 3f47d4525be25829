import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toToolPointer } from "@toolcourt/contracts/internal/judge/position";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { pinned } from "@toolcourt/gateway/internal/http-tools/operations/http-tool";
import {
  maxToolsFileMb,
  readToolsFile,
} from "@toolcourt/gateway/internal/http-tools/operations/read-tools-file";
import type { CommandContext } from "../../command.ts";
import { serverNameOf, type Target } from "../../targets.ts";

/** Reads the tools of an HTTP tools file, as a set without a connection. */
export async function readHttpTargets(
  file: string,
  server: string | undefined,
  context: CommandContext,
): Promise<readonly Target[]> {
  const label = labelOf(file);
  const reading = readToolsFile(await readText(file, context, maxToolsFileMb), label);
  if (reading.kind === "invalid") {
    throw new Refusal("config-invalid", { file: label, problems: reading.problems });
  }
  const { tools, positionOf } = reading;
  return tools.map((http, index) => ({
    file: label,
    server: server ?? serverNameOf(file),
    tool: pinned(http),
    locate: (pointers) =>
      new Map(pointers.map((each) => [each, positionOf(index, toToolPointer(each))])),
  }));
}
