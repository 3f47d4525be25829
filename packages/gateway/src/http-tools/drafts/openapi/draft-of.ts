import { type JsonObject, own, strings, termsKey } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { type Draft, type HttpOperation, type Method, type Note, operationJson } from "../draft.ts";
import { effectOf } from "../effect-of.ts";
import { readDraft } from "../read-draft.ts";
import { baseOf } from "./base.ts";
import type { Definitions } from "./definitions.ts";
import type { OpenApiDocument } from "./document.ts";
import { ImportProblem } from "./import-problem.ts";
import { inputOf } from "./input-schema.ts";
import type { Found, ImportSource, Operation } from "./operation.ts";
import { outputOf } from "./output-schema.ts";
import { securityOf } from "./security.ts";
import { shownPointer } from "./shown-pointer.ts";

export interface DraftSurroundings {
  readonly document: OpenApiDocument;
  readonly source: ImportSource;
  readonly inputs: Definitions;
  readonly outputs: Definitions;
  readonly name: string;
}

/** Builds the draft of one operation. Throws an `ImportProblem` if that is impossible. */
export function draftOf(found: Found, surroundings: DraftSurroundings): Draft {
  const { name, document, source, inputs, outputs } = surroundings;
  const notes: Note[] = [];
  const note = ({ pointer, message }: Note): void => {
    if (notes.length < mostNotes) notes.push({ pointer: shownPointer(pointer), message });
    else notes[mostNotes] = { pointer: "", message: "There are more notes than are shown." };
  };
  found.notes.forEach(note);
  const operation: Operation = { ...found, document, inputs, outputs, note };
  const { schema: inputSchema, parameters, body } = inputOf(operation);
  const { schema: outputSchema, response } = outputOf(operation, inputSchema);
  if (own(found.self.value, "deprecated") === true) {
    note({ pointer: found.self.pointer, message: "The document calls this operation deprecated." });
  }
  const sent: HttpOperation = {
    method: found.method,
    base: baseOf(operation),
    path: found.path,
    parameters,
    ...(body === undefined ? {} : { body }),
    ...(response === undefined ? {} : { response }),
    security: securityOf(operation),
  };
  checkVisible(sent, found.self.pointer);
  const tool: JsonObject = {
    name,
    description: descriptionOf(found.self.value),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...termsOf(found.method),
  };
  checkReadable(tool, sent, found.self.pointer);
  return { tool, operation: sent, provenance: provenanceOf(found, document, source), notes };
}

// Stored drafts are parsed again on every read, so a draft that cannot be parsed must not be
// stored.
function checkReadable(tool: JsonObject, sent: HttpOperation, pointer: string): void {
  const reading = readDraft({ tool, operation: operationJson(sent) });
  if (reading.kind === "draft") return;
  throw new ImportProblem(pointer, "A name or a value in it is none that a draft can have.");
}

const mostNotes = 100;

function provenanceOf(
  { self }: Found,
  { digest, edition, title, version }: OpenApiDocument,
  { from }: ImportSource,
): Draft["provenance"] {
  return { from, documentDigest: digest, pointer: self.pointer, edition, title, version };
}

/** Returns the description unchanged. The rules judge it as untrusted text. */
function descriptionOf(operation: JsonObject): string {
  const texts = ["summary", "description"]
    .map((key) => own(operation, key))
    .filter((text): text is string => typeof text === "string" && text.trim() !== "");
  return [...new Set(texts)].join("\n\n");
}

const repeatable: ReadonlySet<Method> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

function termsOf(method: Method): JsonObject {
  const effect = effectOf[method];
  return {
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "destroy",
      idempotentHint: repeatable.has(method),
      openWorldHint: true,
    },
    _meta: { [termsKey]: { effect } },
  };
}

// The rules see only the tool object, so the request definition is checked here.
function checkVisible(sent: HttpOperation, pointer: string): void {
  const { path, parameters, security } = sent;
  const names = parameters.map(({ name }) => name);
  const asked = security.flat().flatMap(({ scheme, scopes }) => [scheme, ...scopes]);
  for (const { value } of strings([path, ...names, ...asked])) {
    if (withoutHiddenCharacters(value).removed > 0) {
      throw new ImportProblem(pointer, "A name that would be sent has hidden characters.");
    }
  }
}
