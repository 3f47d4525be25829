import { isJsonObject, type JsonObject, type JsonValue, valueAt } from "@toolcourt/sdk";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import type { HttpOperation, ResponseShape } from "../drafts/draft.ts";
import { putMember } from "./put-member.ts";
import type { Pages } from "./read-pages.ts";

/** When a call was sent and answered, and what its discovery is called. */
export interface Discovering {
  readonly discoveryId: string;
  readonly startedAt: number;
  readonly finishedAt: number;
}

/** Makes a result of the protocol of what a target answered. Whether it fits the contract is judged later. */
export function toResult(
  operation: HttpOperation,
  read: Pages,
  discovering: Discovering,
): JsonObject {
  const mapped = withPaging(structuredOf(operation, read.body), operation, read);
  const structuredContent =
    operation.discovery === undefined
      ? mapped
      : { data: mapped, metadata: { discovery: discoveryOf(operation, read, discovering) } };
  const notes = notesOn(operation, read).map((text) => ({ type: "text", text }));
  return {
    content: [{ type: "text", text: textOf(structuredContent) }, ...notes],
    structuredContent,
    isError: false,
  };
}

/** Reading goes deeper than writing does, so what was read need not have a text. */
function textOf(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new EgressFailure("garbled");
  }
}

function structuredOf({ response }: HttpOperation, body: JsonValue = null): JsonValue {
  if (response?.fields !== undefined) return mappedBy(response.fields, body);
  // Where nobody says what comes back, whatever is no object travels under a key.
  const shape = response?.shape ?? (isJsonObject(body) ? "object" : "result");
  return shapes[shape](body);
}

const shapes = {
  nothing: () => ({}),
  result: (body) => ({ result: body }),
  // An answer without a body is an object without members.
  object: (body) => body ?? {},
} satisfies Record<ResponseShape, (body: JsonValue) => JsonValue>;

/** What is not there is left out: the output schema says whether that is allowed. */
function mappedBy(fields: Readonly<Record<string, string>>, body: JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, pointer]) => {
      const value = valueAt(body, pointer);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** What was read of a list is part of the result, so that nobody takes a part for the whole. */
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

function discoveryOf(
  { discovery }: HttpOperation,
  { pages, items, isComplete, isPartial }: Pages,
  { discoveryId, startedAt, finishedAt }: Discovering,
): JsonObject {
  return {
    discovery_id: discoveryId,
    stage: discovery?.stage ?? "",
    counts: { pages, ...(items === undefined ? {} : { items }) },
    complete: isComplete && !isPartial,
    timestamps: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
    },
  };
}

function notesOn({ paging }: HttpOperation, { pages, items, ...read }: Pages): readonly string[] {
  const cut =
    paging !== undefined && !read.isComplete
      ? [`There is more than this: ${items} items of ${pages} pages were read.`]
      : [];
  return read.isPartial ? [...cut, "The target says that its answer is not complete."] : cut;
}
