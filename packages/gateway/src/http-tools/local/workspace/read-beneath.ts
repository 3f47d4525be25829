import { openBeneath } from "./open-beneath.ts";
import { componentsOf } from "./path-rules.ts";
import { type FileText, readText } from "./read-text.ts";

/** Reads a file below the root by any relative path, even with characters that the tool refuses. */
export async function readBeneath(
  root: string,
  path: string,
): Promise<FileText & { readonly normalized: string }> {
  const components = componentsOf(path);
  await using file = await openBeneath(root, components);
  return { ...(await readText(file)), normalized: components.join("/") };
}
