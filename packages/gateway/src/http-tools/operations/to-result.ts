import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { discoveryMetadata } from "../discovery-metadata.ts";
import type { HttpOperation, ResponseShape } from "../drafts/draft.ts";
import { projected, putMember } from "./project.ts";
import type { Pages } from "./read-pages.ts";

/** Start and end of a call, and the id of its discovery. */
export interface Discovering {
  readonly discoveryId: string;
  readonly startedAt: number;
  readonly finishedAt: number;
}

/** Converts a target's answer to a protocol result. Contract validation happens later. */
export function toResult(
  operation: HttpOperation,
  read: Pages,
  discovering: Discovering,
): JsonObject {
  const mapped = withPaging(structuredOf(operation, read), operation, read);
  const notes = notesOn(operation, read);
  const structuredContent =
    operation.discovery === undefined
      ? mapped
      : {
          data: mapped,
          metadata: { discovery: discoveryOf(operation, read, { ...discovering, notes }) },
        };
  const said = notes.map((text) => ({ type: "text", text }));
  return {
    content: [{ type: "text", text: textOf(structuredContent) }, ...said],
    structuredContent,
    isError: false,
  };
}

/** Parsing goes deeper than serialization, so a parsed value may have no text. */
export function textOf(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new EgressFailure("garbled");
  }
}

function structuredOf({ response }: HttpOperation, read: Pages): JsonValue {
  if (read.isEmpty === true && response?.empty !== undefined) return { ...response.empty };
  return answerAs(response, read.body ?? null);
}

function answerAs(response: HttpOperation["response"], body: JsonValue): JsonValue {
  if (response?.fields !== undefined) return projected(response.fields, body);
  // Without a declared shape, a body that is no object is wrapped under a key.
  const shape = response?.shape ?? (isJsonObject(body) ? "object" : "result");
  return shapes[shape](body);
}

const shapes = {
  nothing: () => ({}),
  result: (body) => ({ result: body }),
  // An empty answer becomes an empty object.
  object: (body) => body ?? {},
} satisfies Record<ResponseShape, (body: JsonValue) => JsonValue>;

/** Adds paging information to the result, so a partial list is not mistaken for a whole one. */
function withPaging(
  value: JsonValue,
  { paging, discovery }: HttpOperation,
  read: Pages,
): JsonValue {
  if (paging === undefined || discovery !== undefined || !isJsonObject(value)) return value;
  const { pages, items = 0, isComplete } = read;
  putMember(value, "paging", { pages, items, complete: isComplete });
  return value;
}

/** Has the notes too: a profile may remove all text beside the structured content. */
function discoveryOf(
  { discovery }: HttpOperation,
  { pages, items, isComplete, isPartial }: Pages,
  { notes, ...times }: Discovering & { readonly notes: readonly string[] },
): JsonObject {
  const counts = { pages, ...(items === undefined ? {} : { items }) };
  return discoveryMetadata(
    { ...times, stage: discovery?.stage ?? "", counts },
    { complete: isComplete && !isPartial, ...(notes.length > 0 && { notes: [...notes] }) },
  );
}

function notesOn({ paging }: HttpOperation, { pages, items, ...read }: Pages): readonly string[] {
  const why =
    read.isRepeated === true
      ? "The target gave the same page again."
      : paging === undefined
        ? "There is more than this: the tool reads one page."
        : `There is more than this: ${items} items of ${pages} pages were read.`;
  const cut = read.isComplete ? [] : [why];
  if (read.ending !== undefined) cut.push(read.ending);
  return read.isPartial ? [...cut, "The target marked its answer as incomplete."] : cut;
}
