import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  strings,
  termsKey,
} from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import {
  type Base,
  type Draft,
  type HttpOperation,
  type Method,
  type Note,
  operationJson,
  type SecurityNeed,
} from "../draft.ts";
import { effectOf } from "../effect-of.ts";
import { textsIn } from "../media-type.ts";
import { isBasePath } from "../path-template.ts";
import { readDraft } from "../read-draft.ts";
import type { Definitions } from "./definitions.ts";
import type { OpenApiDocument } from "./document.ts";
import { ImportProblem } from "./follow.ts";
import { inputOf } from "./input-schema.ts";
import { addNote, type Found, type ImportSource, type Operation } from "./operation.ts";
import { outputOf } from "./output-schema.ts";
import { pagedBy, polledBy } from "./vendor-extensions.ts";

export interface DraftDeps {
  readonly document: OpenApiDocument;
  readonly source: ImportSource;
  readonly inputs: Definitions;
  readonly outputs: Definitions;
  readonly name: string;
}

/** Builds the draft of one operation. Throws an `ImportProblem` if that is impossible. */
export function draftOf(found: Found, deps: DraftDeps): Draft {
  const { name, document, source, inputs, outputs } = deps;
  const notes = firstNotes(found, source);
  const isFromService = source.source !== undefined;
  const operation: Operation = { ...found, document, inputs, outputs, notes, isFromService };
  const { schema: inputSchema, parameters, texts, body } = inputOf(operation);
  const output = pagedBy(operation, outputOf(operation, inputSchema), inputSchema);
  const { schema: outputSchema, response, paging } = output;
  const { polling } = polledBy(operation, output);
  if (own(found.self.value, "deprecated") === true) {
    const message = "The document calls this operation deprecated.";
    addNote(notes, { pointer: found.self.pointer, message });
  }
  const sent: HttpOperation = {
    method: found.method,
    base: baseOf(operation),
    path: found.path,
    parameters,
    ...(texts.length > 0 && { texts }),
    ...defined({ body, response, paging, polling }),
    security: securityOf(operation),
  };
  checkVisible(sent, found.self.pointer);
  const tool: JsonObject = {
    name,
    description: descriptionOf(found.self.value),
    inputSchema,
    ...defined({ outputSchema }),
    ...termsOf(found.method),
  };
  checkReadable(tool, sent, found.self.pointer);
  return { tool, operation: sent, provenance: provenanceOf(found, document, source), notes };
}

/** Returns the notes on how the operation was found. */
function firstNotes({ notes: found, self }: Found, { scanned }: ImportSource): Note[] {
  const notes: Note[] = [];
  const ofScan = scanned?.get(self.pointer)?.notes ?? [];
  for (const each of [...found, ...ofScan]) addNote(notes, each);
  return notes;
}

// Stored drafts are parsed again on every read, so a draft that cannot be parsed must not be
// stored.
function checkReadable(tool: JsonObject, sent: HttpOperation, pointer: string): void {
  const reading = readDraft({ tool, operation: operationJson(sent) });
  if (reading.kind === "draft") return;
  throw new ImportProblem(pointer, "A name or a value in it is none that a draft can have.");
}

function provenanceOf(
  { self }: Found,
  { digest, edition, title, version }: OpenApiDocument,
  { from, source, scanned }: ImportSource,
): Draft["provenance"] {
  const fields = scanned?.get(self.pointer)?.fields;
  return {
    from,
    documentDigest: digest,
    pointer: self.pointer,
    edition,
    title,
    version,
    ...(source && { source }),
    ...(fields && { fields }),
  };
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

/**
 * Returns the base address of an operation. Leaves an unusual address to the operator, with a note.
 */
function baseOf(operation: Operation): Base {
  const { document, self, notes, isFromService } = operation;
  const stated = document.edition === "2.0" ? oldAddress(document.root) : firstServer(operation);
  const base = readBase(stated);
  if (base?.origin !== undefined && isFromService) {
    const message = "The address in the document is left out: the configuration sets it.";
    addNote(notes, { pointer: self.pointer, message });
    return { path: base.path };
  }
  if (base !== undefined) return base;
  addNote(notes, { pointer: self.pointer, message: "The document has no usable server address." });
  return { path: "" };
}

function firstServer({ document, item, self }: Operation): string {
  const servers = [self.value, item.value, document.root]
    .map((holder) => own(holder, "servers"))
    .find((each) => isJsonArray(each) && each.length > 0);
  const server = isJsonArray(servers) ? servers[0] : undefined;
  if (!isJsonObject(server)) return "/";
  const url = own(server, "url");
  return typeof url === "string" ? filledIn(url, own(server, "variables")) : "/";
}

function filledIn(url: string, variables: JsonValue | undefined): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) ? own(variables, name) : undefined;
    const declaredDefault = isJsonObject(variable) ? own(variable, "default") : undefined;
    return typeof declaredDefault === "string" ? declaredDefault : whole;
  });
}

function oldAddress(root: JsonObject): string {
  const host = own(root, "host");
  const basePath = own(root, "basePath");
  const path = typeof basePath === "string" ? basePath : "/";
  if (typeof host !== "string") return path;
  const schemes = textsIn(own(root, "schemes"));
  const scheme = schemes.length === 0 || schemes.includes("https") ? "https" : schemes[0];
  return `${scheme}://${host}${path.startsWith("/") ? "" : "/"}${path}`;
}

function readBase(stated: string): Base | undefined {
  if (/[{}\\\s]/.test(stated)) return undefined;
  if (/^\/(?!\/)/.test(stated)) return pathOnly(stated);
  const url = /^https?:\/\//i.test(stated) ? URL.parse(stated) : null;
  return url === null ? undefined : behind(url, { origin: url.origin });
}

/** Reports whether an address is free of credentials, query and fragment. */
function isPlain({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === "");
}

// Resolves against a dummy origin to verify that the address stays a path.
function pathOnly(stated: string): Base | undefined {
  const url = URL.parse(stated, "https://origin.invalid");
  return url === null ? undefined : behind(url, {});
}

function behind(url: URL, origin: Pick<Base, "origin">): Base | undefined {
  const path = trimmed(url.pathname);
  return isPlain(url) && isBasePath(path) ? { ...origin, path } : undefined;
}

function trimmed(path: string): string {
  // A double slash would turn the next segment into a host if the path is resolved alone.
  return path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
}

/**
 * Returns the security requirements by scheme name. The operation's own list replaces that of the
 * document.
 */
function securityOf({ document, self }: Operation): readonly (readonly SecurityNeed[])[] {
  const stated = own(self.value, "security") ?? own(document.root, "security");
  return isJsonArray(stated) ? stated.map(needsOf) : [];
}

function needsOf(requirement: JsonValue): readonly SecurityNeed[] {
  if (!isJsonObject(requirement)) return [];
  return Object.entries(requirement).map(([scheme, scopes]) => ({
    scheme,
    scopes: textsIn(scopes).filter((scope) => scope !== ""),
  }));
}
