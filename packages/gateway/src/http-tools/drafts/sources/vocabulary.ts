import type { JsonObject } from "@toolcourt/sdk";

// The only words of a scanned document that have a meaning: English, German, French and Spanish.

export type Column = "name" | "type" | "required" | "values" | "place";

const columnWords: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...meaning(
    "name",
    "name|parameter|parameter name|field|feld|nom|paramètre|champ|nombre|parámetro|campo",
  ),
  ...meaning("type", "type|data type|typ|datentyp|type de données|tipo|tipo de dato"),
  ...meaning(
    "required",
    "required|mandatory|erforderlich|pflicht|requis|obligatoire|obligatorio|requerido",
  ),
  ...meaning(
    "values",
    "values|allowed values|enum|werte|erlaubte werte|valeurs|valeurs permises|valores|valores permitidos",
  ),
  ...meaning("place", "in|location|place|ort|emplacement|ubicación"),
]);

const labels: ReadonlyMap<string, "request" | "answer"> = new Map<string, "request" | "answer">([
  ...meaning(
    "answer",
    "answer|response|responses|example response|sample response|response fields",
  ),
  ...meaning(
    "answer",
    "antwort|beispielantwort|réponse|exemple de réponse|respuesta|ejemplo de respuesta",
  ),
  ...meaning(
    "request",
    "parameters|path parameters|query parameters|request|request body|example|example request",
  ),
  ...meaning(
    "request",
    "parameter|anfrage|beispiel|paramètres|requête|exemple|parámetros|solicitud|ejemplo",
  ),
]);

/** Returns the column that a header cell announces. */
export function columnOf(text: string): Column | undefined {
  return columnWords.get(plain(text));
}

/** Returns what a label announces: the request or the answer. Undefined if it is no label. */
export function partOf(text: string): "request" | "answer" | undefined {
  return labels.get(plain(text));
}

const types: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ...meaning({ type: "string" }, "string|text|zeichenkette|chaîne|texte|cadena|texto"),
  ...meaning({ type: "integer" }, "integer|int|int32|int64|long|ganzzahl|entier|entero"),
  ...meaning({ type: "number" }, "number|float|double|decimal|zahl|nombre|número"),
  ...meaning({ type: "boolean" }, "boolean|bool|booléen|booleano"),
  ...meaning({ type: "string", format: "date" }, "date|datum|fecha"),
  ...meaning({ type: "string", format: "date-time" }, "date-time|datetime|timestamp"),
  ...meaning({ type: "string", format: "uuid" }, "uuid|guid"),
]);

/** Returns the schema of a type. */
export function schemaOfType(text: string): JsonObject | undefined {
  return types.get(plain(text));
}

const yesAndNo: ReadonlyMap<string, boolean> = new Map([
  ...meaning(true, "yes|true|required|ja|oui|sí|si"),
  ...meaning(false, "|no|false|optional|nein|non"),
]);

/** Returns whether a cell says yes. An empty one says no. */
export function isYes(text: string): boolean | undefined {
  return yesAndNo.get(plain(text));
}

const places = ["path", "query", "body"] as const;

/** `default`: by the path and the method. */
export type ScannedPlace = (typeof places)[number] | "default";

/** Returns the place of a parameter. Headers are never taken from a document. */
export function placeOf(text: string): ScannedPlace | undefined {
  return text === "" ? "default" : places.find((place) => place === plain(text));
}

const value = /^[A-Za-z0-9][\w.:-]{0,63}$/;
const maxValues = 50;

/** Returns the values that a cell lists. Undefined if it is no list of plain values. */
export function valuesIn(text: string): readonly string[] | undefined {
  const values = text.split(/\s*[,|;\n]\s*/).map((each) => each.replaceAll(/^[`"']|[`"']$/g, ""));
  const isList = values.length >= 2 && values.length <= maxValues;
  const isPlain = values.every((each) => value.test(each));
  return isList && isPlain && new Set(values).size === values.length ? values : undefined;
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/[:*]$/, "").trim();
}

function meaning<const Meaning>(
  what: Meaning,
  words: string,
): readonly (readonly [string, Meaning])[] {
  return words.split("|").map((word) => [word, what] as const);
}
