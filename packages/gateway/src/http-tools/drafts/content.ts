import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import type { StoredDraft } from "../../stores/draft-store.ts";
import { type Draft, draftDigest, operationJson } from "./draft.ts";
import { readDraft } from "./read-draft.ts";

/** The approved part of a draft. */
export type Definition = Pick<Draft, "tool" | "operation">;

/** A draft with its history for reviewers. */
export interface DraftContent extends Draft {
  /** Audit subject of the last author. Stays valid after the person is erased. */
  readonly writtenBy: string;
  /** Audit subjects of all other authors since the last approval or import. */
  readonly alsoWrittenBy?: readonly string[];
  /** Digest of the imported definition. Edits leave it unchanged. Unset if not imported. */
  readonly importedDigest?: string;
  /** The last approved definition. Unset if there is none, or if it equals the current one. */
  readonly before?: Definition;
}

const note = z.strictObject({ pointer: z.string(), message: z.string() });

const row = z.strictObject({
  id: z.string(),
  title: z.exactOptional(z.string()),
  version: z.exactOptional(z.string()),
  url: z.exactOptional(z.string()),
  score: z.exactOptional(z.number()),
});

const source = z.strictObject({
  name: z.string(),
  row: z.exactOptional(row),
  scan: z.exactOptional(z.string()),
});

const field = z.strictObject({
  field: z.string(),
  page: z.number(),
  element: z.string(),
  text: z.string(),
  confidence: z.number(),
});

const history = z.strictObject({
  provenance: z.strictObject({
    from: z.string(),
    documentDigest: z.string(),
    pointer: z.string(),
    edition: z.string(),
    title: z.string(),
    version: z.string(),
    source: z.exactOptional(source),
    fields: z.exactOptional(z.array(field)),
  }),
  notes: z.array(note),
  writtenBy: z.string(),
  alsoWrittenBy: z.exactOptional(z.array(z.string())),
  importedDigest: z.exactOptional(z.string()),
});

export function contentText(content: DraftContent): string {
  const { before, tool, operation, ...rest } = content;
  return JSON.stringify({
    ...definitionJson({ tool, operation }),
    ...rest,
    ...(before && { before: definitionJson(before) }),
  });
}

/** Returns the editable part of a draft, as it is shown. */
export function definitionJson({ tool, operation }: Definition): JsonObject {
  return { tool, operation: operationJson(operation) };
}

/** Returns undefined if the stored content does not match its digest: it was tampered with. */
export function readContent({ content, digest, name }: StoredDraft): DraftContent | undefined {
  const { tool = null, operation = null, before, ...rest } = parsed(content);
  const about = history.safeParse(rest).data;
  const definition = definitionIn({ tool, operation });
  if (about === undefined || definition === undefined) return undefined;
  const isPinned = draftDigest(definition) === digest && own(definition.tool, "name") === name;
  return isPinned ? { ...about, ...definition, ...earlierIn(before) } : undefined;
}

function earlierIn(before: JsonValue | undefined): Pick<DraftContent, "before"> {
  const earlier = before && definitionIn(before);
  return earlier ? { before: earlier } : {};
}

function definitionIn(value: JsonValue): Definition | undefined {
  const reading = readDraft(value);
  return reading.kind === "draft" ? reading.draft : undefined;
}

/** Returns an empty object if the text is no JSON object. */
function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
