import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

/** A tool object without the parameters that only the host may fill: nobody should try to give them. */
export function withoutHosts(tool: JsonObject): JsonObject {
  const input = own(tool, "inputSchema");
  const properties = isJsonObject(input) ? own(input, "properties") : undefined;
  if (!isJsonObject(input) || !isJsonObject(properties)) return tool;
  const kept = Object.entries(properties).filter(
    ([, schema]) => !isJsonObject(schema) || own(schema, "x-host-injected") !== true,
  );
  if (kept.length === Object.keys(properties).length) return tool;
  const shown = Object.fromEntries(kept);
  const required = own(input, "required");
  const names = isJsonArray(required)
    ? required.filter((name) => typeof name === "string" && Object.hasOwn(shown, name))
    : [];
  const { required: _required, ...rest } = input;
  const inputSchema = {
    ...rest,
    properties: shown,
    ...(names.length > 0 && { required: names }),
  };
  return { ...tool, inputSchema };
}
