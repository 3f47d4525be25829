import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { readClientText } from "./client-text.ts";
import { withJsonEntry, withoutJsonEntry } from "./json-edit.ts";

/** What is changed in the file of a client. */
export interface ListEdit {
  /** The keys from the root to the list of servers. */
  readonly path: readonly string[];
  readonly name: string;
  readonly entry: JsonObject;
  readonly removed: readonly {
    readonly path: readonly string[];
    readonly name: string;
  }[];
}

/** Returns the text with the edit. Undefined if the list is written in a way that cannot be edited. */
export async function editList(
  text: string,
  edit: ListEdit,
  file: string,
): Promise<string | undefined> {
  const edited = file.endsWith(".toml") ? await inToml(text, edit) : inJson(text, edit);
  if (edited === undefined) return undefined;
  // The rest of the file is worth more than the entry, so the result is compared as a whole.
  const [before, after] = [await valueOf(text, file), await valueOf(edited, file)];
  return isDeepStrictEqual(after, expected(before, edit)) ? edited : undefined;
}

function inJson(text: string, { path, name, entry, removed }: ListEdit): string | undefined {
  const added = withJsonEntry(text, path, [name, entry]);
  return (
    added && removed.reduce((rest, each) => withoutJsonEntry(rest, each.path, each.name), added)
  );
}

async function inToml(text: string, edit: ListEdit): Promise<string | undefined> {
  const { ParseError, parseToml } = await import("./toml.ts");
  const { withTomlEntry, withoutTomlEntry } = await import("./toml-edit.ts");
  const {
    path: [key = ""],
    name,
    entry,
    removed,
  } = edit;
  const kept = removed.reduce((rest, each) => withoutTomlEntry(rest, key, each.name), text);
  try {
    const edited = withTomlEntry(kept, key, [name, entry]);
    parseToml(edited);
    return edited;
  } catch (error) {
    // A list in braces accepts no further table.
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

async function valueOf(text: string, file: string): Promise<JsonValue> {
  return text.replace(/^\uFEFF/, "").trim() === "" ? {} : readClientText(text, file);
}

function expected(before: JsonValue, { path, name, entry, removed }: ListEdit): JsonValue {
  const added = withValue(before, path, (list) => ({ ...list, [name]: entry }));
  return removed.reduce(
    (rest, each) =>
      withValue(rest, each.path, (list) =>
        Object.fromEntries(Object.entries(list).filter(([key]) => key !== each.name)),
      ),
    added,
  );
}

function withValue(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  change: (list: JsonObject) => JsonObject,
): JsonObject {
  const object = isJsonObject(value) ? value : {};
  if (key === undefined) return change(object);
  return { ...object, [key]: withValue(object[key] ?? {}, rest, change) };
}
