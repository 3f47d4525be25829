import { closeInput } from "@toolcourt/contracts/internal/schemas/close";
import { isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { isHeaderName } from "../connection-headers.ts";
import type { ParameterStyle, SentParameter, SentText } from "../draft.ts";
import { concreteMediaType } from "../media-type.ts";
import { namesIn } from "../path-template.ts";
import { declaredBody } from "./body.ts";
import { bundleWhole } from "./bundle.ts";
import type { Translated } from "./definitions.ts";
import { ImportProblem } from "./follow.ts";
import { addNote, type Operation } from "./operation.ts";
import { type Declared, declaredParameters, schemaPlace } from "./parameters.ts";
import { isSecretText } from "./secret-fields.ts";
import { fixVersion } from "./vendor-extensions.ts";

const stylesOf: Readonly<Record<SentParameter["place"], readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix", "json"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject", "json"],
  header: ["simple", "json"],
};

const allStyles = [...new Set(Object.values(stylesOf).flat())].filter((style) => style !== "json");

export interface Input {
  readonly schema: JsonSchema;
  readonly parameters: readonly SentParameter[];
  /** Fixed values that every call sends. */
  readonly texts: readonly SentText[];
  readonly body?: { readonly contentType: string };
}

interface Form {
  readonly style: ParameterStyle;
  readonly explode: boolean;
}

/** Builds the input schema: one closed object per place, so that names cannot collide. */
export function inputOf(operation: Operation): Input {
  const { declared, texts } = fixVersion(operation, declaredParameters(operation));
  const sent = inTemplate(operation, declared).map((each) => asSent(operation, each));
  const body = declaredBody(operation, declared);
  const places = (["path", "query", "header"] as const).flatMap((place) =>
    placeOf(
      sent.filter(({ parameter }) => parameter.place === place),
      place,
    ),
  );
  if (body !== undefined) {
    const translated = operation.inputs.translate(body.schema);
    places.push({ name: "body", translated, isRequired: body.isRequired });
  }
  return {
    schema: bundled(operation, closedObject(places)),
    parameters: sent.map(({ parameter }) => parameter),
    texts,
    ...(body === undefined ? {} : { body: { contentType: concreteMediaType(body.contentType) } }),
  };
}

interface Named {
  readonly name: string;
  readonly translated: Translated;
  readonly isRequired: boolean;
}

interface Sent extends Named {
  readonly parameter: SentParameter;
}

function asSent({ document, inputs, notes }: Operation, declared: Declared): Sent {
  const { edition } = document;
  const { name, isRequired } = declared;
  const parameter = sentParameter(declared, edition);
  const schema = schemaPlace(declared, edition);
  // In other places secrets are just left out. Without a path parameter there is no address.
  if (parameter.place === "path" && isSecretText(name, schema.value)) {
    addNote(notes, {
      pointer: declared.pointer,
      message: "No call sets this: its name suggests a secret.",
    });
  }
  const translated = inputs.translate(schema);
  return { name, isRequired, parameter, translated: described(translated, declared) };
}

/** Copies the parameter's description into the schema, since a model sees only the schema. */
function described(translated: Translated, { value }: Declared): Translated {
  const description = own(value, "description");
  const example = own(value, "example");
  const added: readonly (readonly [string, JsonValue])[] = [
    ...(typeof description === "string" ? [["description", description] as const] : []),
    ...(example === undefined ? [] : [["examples", [example]] as const]),
    ...(own(value, "deprecated") === true ? [["deprecated", true] as const] : []),
  ];
  return { ...translated, schema: { ...translated.schema, ...Object.fromEntries(added) } };
}

function placeOf(sent: readonly Sent[], name: string): readonly Named[] {
  if (sent.length === 0) return [];
  const isRequired = sent.some((each) => each.isRequired);
  return [{ name, translated: closedObject(sent), isRequired }];
}

function closedObject(members: readonly Named[]): Translated {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = members.map(({ name, translated }) => [name, translated.schema] as const);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    refersTo: new Set(members.flatMap(({ translated }) => [...translated.refersTo])),
    bytes: members.reduce((sum, { translated }) => sum + translated.bytes, 0),
    leftOut: members.flatMap(({ translated }) => translated.leftOut),
  };
}

const leftToConnection =
  "This field is left out: credentials come from the connection, and no call brings one.";

function bundled({ inputs, self, notes }: Operation, root: Translated): JsonSchema {
  try {
    const { schema: shared, isTerse, leftOut } = bundleWhole(root, inputs);
    for (const pointer of leftOut) addNote(notes, { pointer, message: leftToConnection });
    if (isTerse) {
      const message = "The input schema goes without some descriptions: it would be too large.";
      addNote(notes, { pointer: self.pointer, message });
    }
    // Closing mutates the schema, and definitions are shared by all operations.
    const schema = structuredClone(shared);
    closeInput(schema, "2020-12");
    return schema;
  } catch (error) {
    if (!(error instanceof ImportProblem) || error.pointer !== "") throw error;
    throw new ImportProblem(self.pointer, error.message);
  }
}

/** Returns the parameters outside the body. Path parameters must match the template exactly. */
function inTemplate(
  { path, self, notes }: Operation,
  declared: readonly Declared[],
): readonly Declared[] {
  const wanted = new Set(namesIn(path));
  const inPath = new Set(declared.filter(({ place }) => place === "path").map(({ name }) => name));
  if ([...wanted].some((name) => !inPath.has(name))) {
    throw new ImportProblem(self.pointer, "The path has a parameter that is not declared.");
  }
  return declared.filter(({ place, name, pointer }) => {
    if (place !== "path") return place === "query" || place === "header";
    if (!wanted.has(name))
      addNote(notes, { pointer, message: "This parameter is left out: its path lacks it." });
    return wanted.has(name);
  });
}

/** Removes the fragment, which only distinguishes operations in a document and is never sent. */
export function withoutFragment(path: string): string {
  const [before = ""] = path.split("#", 1);
  return before;
}

/** Determines how a path, query or header parameter is serialized. */
function sentParameter(declared: Declared, edition: string): SentParameter {
  const { name, pointer } = declared;
  const place = locationOf(declared);
  if (place === "header" && !isHeaderName(name)) {
    throw new ImportProblem(pointer, "The name is none that a header can have.");
  }
  const { style, explode } = edition === "2.0" ? oldForm(declared) : form(declared);
  if (!stylesOf[place].includes(style)) {
    throw new ImportProblem(pointer, "The parameter is written in an unknown style.");
  }
  return { place, name, style, explode };
}

function locationOf({ place, pointer }: Declared): SentParameter["place"] {
  if (place === "path" || place === "query" || place === "header") return place;
  throw new ImportProblem(pointer, "Parameters of this place are not sent.");
}

function form({ value, place, pointer }: Declared): Form {
  if (isJsonObject(own(value, "content"))) return { style: "json", explode: false };
  const stated = own(value, "style") ?? defaultStyle(place);
  const style = allStyles.find((each) => each === stated);
  if (style === undefined) {
    throw new ImportProblem(pointer, "The parameter is written in an unknown style.");
  }
  const explode = own(value, "explode");
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" };
}

function defaultStyle(place: string): ParameterStyle {
  return place === "query" ? "form" : "simple";
}

/** Converts `collectionFormat` of 2.0 to the styles of 3.0. */
function oldForm({ value, place, pointer }: Declared): Form {
  const stated = own(value, "collectionFormat");
  if (stated === "multi") return { style: defaultStyle(place), explode: place === "query" };
  if (stated === "ssv") return { style: "spaceDelimited", explode: false };
  if (stated === "pipes") return { style: "pipeDelimited", explode: false };
  if (stated === undefined || stated === "csv")
    return { style: defaultStyle(place), explode: false };
  throw new ImportProblem(pointer, "The parameter is written in an unknown style.");
}
