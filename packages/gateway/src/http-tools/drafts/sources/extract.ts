import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  parseJson,
  pointerToken,
} from "@toolcourt/sdk";
import { type FieldOrigin, minConfidence, type Note } from "../draft.ts";
import type { NotImported } from "../openapi/import-openapi.ts";
import type { Scanned } from "../openapi/operation.ts";
import { namesIn } from "../path-template.ts";
import { type Endpoint, findEndpoints } from "./endpoints.ts";
import { holdsSecret } from "./holds-secret.ts";
import type { Layout, Paragraph, Stretch, Table } from "./layout.ts";
import { readParameters, type ScannedParameter } from "./parameter-table.ts";
import { partOf } from "./vocabulary.ts";

/** What a scanned document says, as an OpenAPI document for the importer. */
export interface Extracted {
  readonly document: JsonObject;
  /** By the pointer of the operation. */
  readonly scanned: ReadonlyMap<string, Scanned>;
  readonly notImported: readonly NotImported[];
}

export interface ExtractDeps {
  /** Title of the document: our own name for it. */
  readonly title: string;
  /** Infers a schema from samples. */
  readonly inferSchema: (values: readonly JsonObject[]) => JsonSchema;
}

const maxDescription = 500;

/**
 * Extracts what may become a tool: method, path, parameters, a description and the form of a
 * sample. Address, headers, credentials and effect are never taken from a document.
 */
export function extractOperations(layout: Layout, deps: ExtractDeps): Extracted {
  const { endpoints, refused } = findEndpoints(layout);
  const notImported: NotImported[] = refused.map(({ line, reason }) => at(line, reason));
  const paths: Record<string, JsonObject> = {};
  const scanned = new Map<string, Scanned>();
  for (const endpoint of endpoints) {
    const reading = new Reading(layout, endpoint, deps);
    const operation = reading.operation();
    if (operation === undefined) {
      const reason = "The path has a parameter that no table of parameters describes.";
      notImported.push(at(endpoint.line, reason));
      continue;
    }
    const { path, method } = endpoint;
    const verb = method.toLowerCase();
    paths[path] = { ...paths[path], [verb]: operation };
    const { fields, notes } = reading;
    scanned.set(`/paths${pointerToken(path)}/${verb}`, { fields, notes });
  }
  const document = { openapi: "3.1.0", info: { title: deps.title, version: "" }, paths };
  return { document, scanned, notImported };
}

function at({ page, index }: Paragraph, reason: string): NotImported {
  const pointer = `page ${page}, paragraph ${index}`;
  return { pointer, at: pointer, reason };
}

const withBody: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

type Shown = Pick<FieldOrigin, "element" | "text">;

/** Reads one endpoint and collects the origin of each field. */
class Reading {
  readonly #layout: Layout;
  readonly #endpoint: Endpoint;
  readonly #deps: ExtractDeps;
  readonly fields: FieldOrigin[] = [];
  readonly notes: Note[] = [];

  constructor(layout: Layout, endpoint: Endpoint, deps: ExtractDeps) {
    this.#layout = layout;
    this.#endpoint = endpoint;
    this.#deps = deps;
  }

  /** Returns undefined if a parameter of the path has no row. */
  operation(): JsonObject | undefined {
    const { line, path } = this.#endpoint;
    this.#came("method and path", line, { element: `paragraph ${line.index}`, text: line.text });
    const parameters = this.#parameters();
    const described = new Set(
      parameters.filter((each) => this.#placeOf(each) === "path").map(({ name }) => name),
    );
    if (namesIn(path).some((name) => !described.has(name))) return undefined;
    return {
      ...this.#description(),
      parameters: parameters.flatMap((each) => this.#sent(each)),
      ...this.#body(parameters),
      responses: this.#responses(),
    };
  }

  #came(field: string, place: Stretch, { element, text }: Shown): void {
    const { page } = place;
    const confidence = this.#layout.confidenceOf(place);
    this.fields.push({ field, page, element, text, confidence });
    if (confidence >= minConfidence) return;
    const doubt = `confidence ${confidence.toFixed(2)} on page ${page}`;
    this.#note(page, element, `This was read with ${doubt}: compare it.`);
  }

  #note(page: number, element: string, message: string): void {
    this.notes.push({ pointer: `page ${page}, ${element}`, message });
  }

  #parameters(): readonly ScannedParameter[] {
    const known = new Set<string>();
    return this.#endpoint.tables.flatMap((table) => {
      const read = this.#isOfAnswer(table) ? undefined : readParameters(table);
      const element = `table ${table.index}`;
      if (read === undefined) {
        this.#note(
          table.page,
          element,
          "This table is left out: it announces no parameters with name and type.",
        );
        return [];
      }
      for (const reason of read.leftOut) this.#note(table.page, element, reason);
      return read.parameters.filter((parameter) => {
        const { name, row, text } = parameter;
        if (holdsSecret(text)) {
          this.#note(row.page, element, "A parameter is left out: its row holds a secret.");
          return false;
        }
        if (!this.#isSent(parameter) || known.has(name)) {
          this.#note(row.page, element, "A parameter is left out: nothing could send it.");
          return false;
        }
        known.add(name);
        this.#came(`parameter ${name}`, row, { element, text });
        return true;
      });
    });
  }

  /** A table of the answer's fields looks like one of parameters. */
  #isOfAnswer(place: Table | Paragraph): boolean {
    const before = this.#endpoint.paragraphs.filter(({ start }) => start < place.start);
    return (
      before.map(({ text }) => partOf(text)).findLast((part) => part !== undefined) === "answer"
    );
  }

  #placeOf({ name, place }: ScannedParameter): "path" | "query" | "body" {
    if (place !== "default") return place;
    if (namesIn(this.#endpoint.path).includes(name)) return "path";
    return withBody.has(this.#endpoint.method) ? "body" : "query";
  }

  #isSent(parameter: ScannedParameter): boolean {
    const place = this.#placeOf(parameter);
    if (place === "path") return namesIn(this.#endpoint.path).includes(parameter.name);
    return place === "query" || withBody.has(this.#endpoint.method);
  }

  #sent(parameter: ScannedParameter): readonly JsonObject[] {
    const { name, schema, isRequired } = parameter;
    const place = this.#placeOf(parameter);
    if (place === "body") return [];
    return [{ name, in: place, required: place === "path" || isRequired, schema }];
  }

  #body(parameters: readonly ScannedParameter[]): JsonObject {
    const inBody = parameters.filter((each) => this.#placeOf(each) === "body");
    if (inBody.length === 0) return {};
    const required = inBody.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const schema = {
      type: "object",
      properties: Object.fromEntries(inBody.map((each) => [each.name, each.schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
    const content = { "application/json": { schema } };
    return { requestBody: { required: required.length > 0, content } };
  }

  /** Returns the first paragraph before any table or label, verbatim. The rules judge it. */
  #description(): JsonObject {
    const { paragraphs, tables } = this.#endpoint;
    const [first] = paragraphs;
    if (first === undefined || first.level !== undefined || partOf(first.text) !== undefined)
      return {};
    if (tables.some(({ start }) => start < first.start) || sampleIn(first.text) !== undefined)
      return {};
    const { text, page, index } = first;
    const element = `paragraph ${index}`;
    const reason = whyNoDescription(text);
    if (reason !== undefined) {
      this.#note(page, element, reason);
      return {};
    }
    this.#came("description", first, { element, text });
    return { description: text };
  }

  /** Infers the answer from a sample. Only names and types of the sample are kept. */
  #responses(): JsonObject {
    const found = this.#endpoint.paragraphs.flatMap((paragraph) => {
      const sample = sampleIn(paragraph.text);
      return sample === undefined ? [] : [{ paragraph, sample }];
    });
    const ofAnswer = found.filter(
      ({ paragraph }) => !withBody.has(this.#endpoint.method) || this.#isOfAnswer(paragraph),
    );
    const [first] = ofAnswer;
    if (first === undefined) return {};
    const { page, index } = first.paragraph;
    this.#came("output", first.paragraph, { element: `paragraph ${index}`, text: "a JSON sample" });
    this.#note(
      page,
      `paragraph ${index}`,
      "The output schema is inferred from a sample: compare it.",
    );
    const schema = this.#deps.inferSchema(ofAnswer.map(({ sample }) => sample));
    const description = "Inferred from a sample of the document.";
    const content = { "application/json": { schema: { ...schema, description } } };
    return { 200: { description, content } };
  }
}

function whyNoDescription(text: string): string | undefined {
  if (text.length > maxDescription) {
    return `The description is left out: it has more than ${maxDescription} characters.`;
  }
  return holdsSecret(text) || /https?:\/\//i.test(text)
    ? "The description is left out: it holds an address or a secret."
    : undefined;
}

function sampleIn(text: string): JsonObject | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
