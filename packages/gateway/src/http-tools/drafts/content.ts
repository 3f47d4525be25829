import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import type { StoredDraft } from "../../stores/draft-store.ts";
import { type Draft, draftDigest, operationJson } from "./draft.ts";
import { readDraft } from "./read-draft.ts";

/** What an approval was about. */
export type Definition = Pick<Draft, "tool" | "operation">;

/** A draft with its history, as far as a reviewer asks for it. */
export interface DraftContent extends Draft {
  /** Under what name the log knows whoever wrote it as it is now: it stays when the person is erased. */
  readonly writtenBy: string;
  /** By the same names, everybody else who wrote at it since it was approved or came from a document. */
  readonly alsoWrittenBy?: readonly string[];
  /** The digest of what a document said, where a document said something; an edit leaves it. */
  readonly importedDigest?: string;
  /** What was approved last, if anything was, and is not what the draft says now. */
  readonly before?: Definition;
}

const note = z.strictObject({ pointer: z.string(), message: z.string() });

const history = z.strictObject({
  provenance: z.strictObject({
    from: z.string(),
    documentDigest: z.string(),
    pointer: z.string(),
    edition: z.string(),
    title: z.string(),
    version: z.string(),
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

/** What a person edits, and what is shown of a draft. */
export function definitionJson({ tool, operation }: Definition): JsonObject {
  return { tool, operation: operationJson(operation) };
}

/** Undefined where what is stored is not what its digest pins: somebody changed it behind our back. */
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

/** Nothing where the text is no object. */
function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
