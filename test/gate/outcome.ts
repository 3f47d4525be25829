import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

/** The outcome of a call. */
export interface Outcome {
  /** The refusal code. Undefined if the call was answered. */
  readonly refused?: string;
  /** The JSON-RPC error code, if the refusal came as a protocol error. */
  readonly rpc?: number;
  readonly evidence?: JsonObject;
}

export function outcomeOf(answer: JsonObject): Outcome {
  const error = objectAt(answer, "error");
  const rpc = error && own(error, "code");
  const refusal = error ? objectAt(error, "data") : refusalIn(objectAt(answer, "result") ?? {});
  return { ...refusedWith(refusal ?? {}), ...(typeof rpc === "number" && { rpc }) };
}

function refusedWith(refusal: JsonObject): Outcome {
  const [code, evidence] = [own(refusal, "code"), objectAt(refusal, "evidence")];
  return { ...(typeof code === "string" && { refused: code }), ...(evidence && { evidence }) };
}

function refusalIn(result: JsonObject): JsonObject | undefined {
  // A refusal without `isError` would be taken for an answer.
  if (own(result, "isError") !== true) return undefined;
  return objectAt(objectAt(result, "_meta") ?? {}, "dev.toolcourt/refusal");
}

/** Returns the names in an answer to `tools/list`. */
export function namesIn(answer: JsonObject): readonly string[] {
  const tools = own(objectAt(answer, "result") ?? {}, "tools");
  return (isJsonArray(tools) ? tools : [])
    .map((tool) => (isJsonObject(tool) ? own(tool, "name") : undefined))
    .filter((name) => typeof name === "string");
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = own(object, key);
  return isJsonObject(value) ? value : undefined;
}
