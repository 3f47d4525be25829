import { isJsonObject, type JsonObject, type JsonValue, own, step, valueAt } from "@toolcourt/sdk";
import { isConnectionHeader } from "./connection-headers.ts";
import type { Draft, HttpOperation, Note, SentParameter } from "./draft.ts";
import { namesIn, whyNotPath } from "./path-template.ts";

/** Where a tool object and the way it is sent do not speak of the same thing. */
export function disagreements({
  tool,
  operation,
}: Pick<Draft, "tool" | "operation">): readonly Note[] {
  const input = own(tool, "inputSchema");
  if (!isJsonObject(input)) {
    return [{ pointer: "/tool/inputSchema", message: "Write the schema of the input." }];
  }
  return [
    ...pathProblems(operation),
    ...operation.parameters.flatMap((parameter, index) => [
      ...parameterProblems(parameter, `/operation/parameters${step(index)}`, input),
    ]),
    ...unsent(input, operation),
  ];
}

function pathProblems({ path, parameters }: HttpOperation): readonly Note[] {
  const why = whyNotPath(path);
  if (why !== undefined) return [{ pointer: "/operation/path", message: why }];
  const wanted = [...new Set(namesIn(path))].toSorted();
  const given = parameters.filter(({ place }) => place === "path").map(({ name }) => name);
  return JSON.stringify(wanted) === JSON.stringify(given.toSorted())
    ? []
    : [{ pointer: "/operation/path", message: "Declare each parameter of the path once." }];
}

function* parameterProblems(
  { place, name }: SentParameter,
  pointer: string,
  input: JsonObject,
): Generator<Note> {
  if (place === "header" && isConnectionHeader(name)) {
    yield { pointer, message: "Leave this header to the gateway." };
  }
  if (valueAt(input, `/properties/${place}/properties${step(name)}`) === undefined) {
    yield { pointer, message: "Declare this parameter in the schema of the input." };
  }
}

/** What callers could give and nobody would send. */
function unsent(input: JsonObject, { parameters, body }: HttpOperation): readonly Note[] {
  const sent = new Set(parameters.map(({ place, name }) => JSON.stringify([place, name])));
  return Object.entries(membersAt(input, "/properties")).flatMap(([place, schema]) => {
    const pointer = `/tool/inputSchema/properties${step(place)}`;
    const message = "Say how this is sent, or take it out.";
    if (place === "body") return body === undefined ? [{ pointer, message }] : [];
    if (!isJsonObject(schema) || !places.has(place)) return [{ pointer, message }];
    return Object.keys(membersAt(schema, "/properties"))
      .filter((name) => !sent.has(JSON.stringify([place, name])))
      .map((name) => ({ pointer: `${pointer}/properties${step(name)}`, message }));
  });
}

const places = new Set(["path", "query", "header"]);

function membersAt(root: JsonValue, pointer: string): JsonObject {
  const found = valueAt(root, pointer);
  return isJsonObject(found) ? found : {};
}
