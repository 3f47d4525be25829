import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { Path } from "../documents/wording.ts";

/** Returns the toolbox of a file, and its path there. */
export function toolboxOf(file: JsonObject): {
  readonly path: Path;
  readonly toolbox: JsonObject;
} {
  const myai = own(file, "myai");
  const below = myai !== undefined && own(file, "toolbox") === undefined;
  const found = below ? isJsonObject(myai) && own(myai, "toolbox") : own(file, "toolbox");
  return {
    path: below ? ["myai", "toolbox"] : ["toolbox"],
    toolbox: isJsonObject(found) ? found : {},
  };
}
