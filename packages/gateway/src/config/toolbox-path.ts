import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

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
