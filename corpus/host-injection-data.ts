import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonArray, isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";

/** Returns every instruction of BIPIA's attack files below the folder: lists of texts by kind. */
export function injectedInstructions(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /bipia\w*attack\w*\.json$/i.test(path))
    .toSorted();
  return files.flatMap((path) => {
    const kinds = parseJson(readFileSync(join(folder, path), "utf8"));
    if (!isJsonObject(kinds)) return [];
    const lists = Object.values(kinds).filter((list) => isJsonArray(list));
    return lists.flatMap((list) => list.filter((one) => typeof one === "string"));
  });
}

export interface Carrier {
  readonly name: string;
  /** Whether the instruction is in a part that the output schema validates. */
  readonly isValidated: boolean;
  readonly carry: (instruction: string) => JsonObject;
}

const fine = { structuredContent: { note: "All is well." }, isError: false };

/** The places where a result can carry upstream text. */
export const carriers: readonly Carrier[] = [
  {
    name: "text",
    isValidated: false,
    carry: (text) => ({ ...fine, content: [{ type: "text", text }] }),
  },
  {
    name: "structured string",
    isValidated: true,
    carry: (note) => ({ content: [], structuredContent: { note }, isError: false }),
  },
  {
    name: "error",
    isValidated: false,
    carry: (text) => ({ content: [{ type: "text", text }], isError: true }),
  },
  {
    name: "file",
    isValidated: false,
    carry: (text) => {
      const resource = { uri: "file:///notes.txt", mimeType: "text/plain", text };
      return { ...fine, content: [{ type: "resource", resource }] };
    },
  },
  {
    name: "broken contract",
    isValidated: false,
    carry: (orders) => ({
      content: [{ type: "text", text: orders }],
      structuredContent: { orders, note: 7 },
      isError: false,
    }),
  },
];
