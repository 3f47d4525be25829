import { isJsonObject, type JsonObject, own, type Place, valueAt } from "@toolcourt/sdk";

/**
 * Why a part of a document cannot be imported, and its pointer. Internal to the import, which
 * reports it with the operation.
 */
export class ImportProblem extends Error {
  override readonly name = "ImportProblem";
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(reason);
    this.pointer = pointer;
  }
}

const maxHops = 32;

/** Follows references within the document to the final place. */
function follow(root: JsonObject, place: Place): Place {
  let here = place;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const reference = isJsonObject(here.value) ? own(here.value, "$ref") : undefined;
    if (typeof reference !== "string") return here;
    here = targetOf(root, reference, here.pointer);
  }
  throw new ImportProblem(place.pointer, "The references lead in a circle.");
}

/** Like `follow`, for a value that must be an object. */
export function followToObject(root: JsonObject, place: Place): Place<JsonObject> {
  const { value, pointer } = follow(root, place);
  if (!isJsonObject(value)) throw new ImportProblem(pointer, "There must be an object here.");
  return { value, pointer };
}

/** Resolves one reference. Never opens files or addresses, since a document could request any. */
export function targetOf(root: JsonObject, reference: string, from: string): Place {
  const pointer = localPointer(reference);
  if (pointer === undefined) {
    throw new ImportProblem(from, "The reference leads out of the document.");
  }
  const value = valueAt(root, pointer);
  if (value === undefined) throw new ImportProblem(from, "The reference leads nowhere.");
  return { value, pointer };
}

function localPointer(reference: string): string | undefined {
  if (!reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    // An invalid percent escape is taken literally.
    return reference.slice(1);
  }
}
