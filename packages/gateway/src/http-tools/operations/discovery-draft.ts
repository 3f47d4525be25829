import { isJsonArray, isJsonObject, type JsonObject, own, pointerToken } from "@toolcourt/sdk";
import type { Draft, HttpOperation, SentParameter } from "../drafts/draft.ts";
import { discoveryInput, discoveryOutput } from "./discovery.ts";

export const discoveryTiers = ["inventory", "cost", "security"] as const;
export type DiscoveryTier = (typeof discoveryTiers)[number];

/** The levels of a scope, by the names that paths use for them. */
const levelOf: ReadonlyMap<string, string> = new Map([
  ["tenantId", "tenantId"],
  ["subscriptionId", "subscriptionId"],
  ["resourceGroup", "resourceGroup"],
  ["resourceGroupName", "resourceGroup"],
]);

/**
 * Adds the mandatory fields of cloud discovery to a draft, once. Parameters of the path that name a
 * level of the scope are taken from the scope.
 */
export function forDiscovery(draft: Draft, tier: DiscoveryTier): Draft {
  const { tool, operation } = draft;
  if (operation.discovery !== undefined) return draft;
  const inPath = operation.parameters.filter(isLevel).map(({ name }) => levelOf.get(name) ?? name);
  // A connection may limit the tenant, which few paths name.
  const scope = [...new Set(["tenantId", ...inPath])];
  const input = own(tool, "inputSchema");
  const output = own(tool, "outputSchema");
  return {
    ...draft,
    tool: {
      ...tool,
      ...(isJsonObject(input) && {
        inputSchema: discoveryInput(describedGroups(withoutLevels(input)), {
          tier,
          scope,
          stage: tier,
        }),
      }),
      ...(isJsonObject(output) && { outputSchema: wrapped(output, operation) }),
    },
    operation: {
      ...operation,
      parameters: operation.parameters.map(fromScope),
      connection: {
        scope: Object.fromEntries(scope.map((level) => [level, pointerOf(level)])),
        // A group only narrows its subscription, so the connection need not name it.
        ...(scope.includes("resourceGroup") && { optional: ["resourceGroup"] }),
        ignoreCase: scope,
        tier: "/tier",
      },
      discovery: { stage: tier },
    },
  };
}

function isLevel({ place, name }: SentParameter): boolean {
  return place === "path" && levelOf.has(name);
}

function fromScope(parameter: SentParameter): SentParameter {
  const level = isLevel(parameter) ? levelOf.get(parameter.name) : undefined;
  return level === undefined ? parameter : { ...parameter, from: pointerOf(level) };
}

function pointerOf(level: string): string {
  return `/scope${pointerToken(level)}`;
}

/** Removes the levels from the arguments of the path, and the path if there are no others. */
function withoutLevels(input: JsonObject): JsonObject {
  const properties = own(input, "properties");
  const path = isJsonObject(properties) ? own(properties, "path") : undefined;
  if (!isJsonObject(properties) || !isJsonObject(path)) return input;
  const { path: _path, ...others } = properties;
  const left = without(path, [...levelOf.keys()]);
  const isEmpty = Object.keys(objectAt(left, "properties")).length === 0;
  return isEmpty ? without(input, ["path"]) : { ...input, properties: { path: left, ...others } };
}

/** The groups of arguments that the importer makes, in a sentence each. */
const groups: Readonly<Record<string, string>> = {
  path: "The values in the path of the request.",
  query: "The values in the query of the request.",
  header: "The values in the headers of the request.",
  body: "The body of the request.",
};

/** Describes each group, as the rules of discovery require of every argument. */
function describedGroups(input: JsonObject): JsonObject {
  const properties = Object.entries(objectAt(input, "properties")).map(([name, schema]) => {
    const isBare = isJsonObject(schema) && own(schema, "description") === undefined;
    const description = Object.hasOwn(groups, name) ? groups[name] : undefined;
    return [name, isBare && description ? { ...schema, description } : schema] as const;
  });
  return { ...input, properties: Object.fromEntries(properties) };
}

/** Removes properties from an object schema. */
function without(schema: JsonObject, names: readonly string[]): JsonObject {
  const { required, ...rest } = schema;
  const properties = Object.entries(objectAt(schema, "properties")).filter(
    ([name]) => !names.includes(name),
  );
  const needed = isJsonArray(required)
    ? required.filter((name) => typeof name !== "string" || !names.includes(name))
    : [];
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Wraps the output. Definitions stay at the root, where references look for them. */
function wrapped(output: JsonObject, { paging }: HttpOperation): JsonObject {
  // The metadata of a discovery says how much was read.
  const plain = paging === undefined ? output : without(output, ["paging"]);
  const { $defs, ...data } = plain;
  return { ...discoveryOutput(data), ...($defs !== undefined && { $defs }) };
}

function objectAt(holder: JsonObject, key: string): JsonObject {
  const found = own(holder, key);
  return isJsonObject(found) ? found : {};
}
