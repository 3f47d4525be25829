import { isJsonObject, type JsonObject, own, type Place, pointerToken } from "@toolcourt/sdk";
import { bestMediaType, describedTypes, textsIn } from "../media-type.ts";
import { followToObject, ImportProblem } from "./follow.ts";
import { addNote, type Operation } from "./operation.ts";
import { type Declared, schemaPlace } from "./parameters.ts";

export interface DeclaredBody {
  readonly schema: Place;
  readonly contentType: string;
  readonly isRequired: boolean;
}

/** Returns the body of an operation in the most suitable media type. */
export function declaredBody(
  operation: Operation,
  declared: readonly Declared[],
): DeclaredBody | undefined {
  const body =
    operation.document.edition === "2.0" ? oldBody(operation, declared) : requestBody(operation);
  if (body === undefined || !bodiless.has(operation.method)) return body;
  const { pointer } = operation.self;
  if (body.isRequired) throw new ImportProblem(pointer, "A method that only reads has no body.");
  addNote(operation.notes, {
    pointer,
    message: "The body is left out: a method that only reads has none.",
  });
  return undefined;
}

const bodiless = new Set<string>(["GET", "HEAD", "OPTIONS"]);

function requestBody(operation: Operation): DeclaredBody | undefined {
  const { self, document, notes } = operation;
  const stated = own(self.value, "requestBody");
  if (stated === undefined) return undefined;
  const at = { value: stated, pointer: `${self.pointer}/requestBody` };
  const { value, pointer } = followToObject(document.root, at);
  const isRequired = own(value, "required") === true;
  const content = own(value, "content");
  const media = isJsonObject(content) ? content : {};
  const contentType = bestMediaType(describedTypes(media)) ?? bestMediaType(Object.keys(media));
  if (contentType === undefined) {
    const message = "The body has no media type that a call can carry.";
    if (isRequired) throw new ImportProblem(pointer, message);
    addNote(notes, { pointer, message });
    return undefined;
  }
  return { ...mediaSchema(media, contentType, pointer), isRequired };
}

function mediaSchema(
  media: JsonObject,
  contentType: string,
  pointer: string,
): Omit<DeclaredBody, "isRequired"> {
  const at = `${pointer}/content${pointerToken(contentType)}`;
  const held = own(media, contentType);
  const schema = held !== undefined && isJsonObject(held) ? own(held, "schema") : undefined;
  return { schema: { value: schema ?? {}, pointer: `${at}/schema` }, contentType };
}

function oldBody(operation: Operation, declared: readonly Declared[]): DeclaredBody | undefined {
  const whole = declared.find(({ place }) => place === "body");
  const fields = declared.filter(({ place }) => place === "formData");
  if (whole === undefined && fields.length === 0) return undefined;
  const { self, document } = operation;
  const stated = textsIn(own(self.value, "consumes") ?? own(document.root, "consumes"));
  if (whole === undefined) return formBody(fields, stated, self.pointer);
  const contentType = stated.length === 0 ? "application/json" : bestMediaType(stated);
  if (contentType === undefined) {
    throw new ImportProblem(whole.pointer, "The body has no media type that a call can carry.");
  }
  return { schema: schemaPlace(whole, "2.0"), contentType, isRequired: whole.isRequired };
}

/** Combines form fields into one object. */
function formBody(
  fields: readonly Declared[],
  stated: readonly string[],
  pointer: string,
): DeclaredBody {
  const hasFile = fields.some(({ value }) => own(value, "type") === "file");
  const isMultipart = hasFile || stated[0] === "multipart/form-data";
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = fields.map((field) => [field.name, schemaPlace(field, "2.0").value] as const);
  return {
    schema: {
      value: { type: "object", properties: Object.fromEntries(properties), required },
      pointer: `${pointer}/parameters`,
    },
    contentType: isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded",
    isRequired: required.length > 0,
  };
}
