import * as Browser from "@hyperjump/browser";
import {
  addKeyword,
  getKeywordName,
  type Keyword,
  type SchemaDocument,
  Validation,
  type ValidationContext,
} from "@hyperjump/json-schema/experimental";
import * as Instance from "@hyperjump/json-schema/instance/experimental";
import type { JsonArray, JsonValue } from "@toolcourt/sdk";
import { memberOf } from "./identity.ts";
import { defaultLimits } from "./limits.ts";
import { isMultiple } from "./multiple.ts";
import { type Pattern, patternOf } from "./pattern.ts";
import { unsealed } from "./sealed.ts";

type Place = Browser.Browser<SchemaDocument>;

interface Context extends ValidationContext {
  readonly evaluatedProperties?: Set<string>;
}

interface Others {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly Pattern[];
  readonly schemaUri: string;
}

const keyword = "https://json-schema.org/keyword";

const pattern: Keyword<Pattern, Context> = {
  id: `${keyword}/pattern`,
  compile: async (schema) => compiled(Browser.value(schema)),
  interpret: (matcher, instance) =>
    Instance.typeOf(instance) !== "string" || matcher.test(Instance.value(instance)),
};

const patternProperties: Keyword<readonly (readonly [Pattern, string])[], Context> = {
  id: `${keyword}/patternProperties`,
  simpleApplicator: true,
  compile: async (schema, ast) => {
    const rows: [Pattern, string][] = [];
    for await (const [source, property] of Browser.entries(schema)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what lies in a schema document is one too
      rows.push([compiled(source), await Validation.compile(property as Place, ast, schema)]);
    }
    return rows;
  },
  interpret: (rows, instance, context) => {
    if (Instance.typeOf(instance) !== "object") return true;
    let isValid = true;
    for (const [matcher, schemaUri] of rows) {
      for (const [key, property] of Instance.entries(instance)) {
        const name = Instance.value<string>(key);
        if (!matcher.test(name)) continue;
        if (!Validation.interpret(schemaUri, property, context)) isValid = false;
        context.evaluatedProperties?.add(name);
      }
    }
    return isValid;
  },
};

const additionalProperties: Keyword<Others, Context> = {
  id: `${keyword}/additionalProperties`,
  simpleApplicator: true,
  compile: async (schema, ast, parent) => ({
    names: new Set(await keysUnder("properties", parent)),
    patterns: (await keysUnder("patternProperties", parent)).map(compiled),
    schemaUri: await Validation.compile(schema, ast, parent),
  }),
  interpret: ({ names, patterns, schemaUri }, instance, context) => {
    if (Instance.typeOf(instance) !== "object") return true;
    let isValid = true;
    for (const [key, property] of Instance.entries(instance)) {
      const name = Instance.value<string>(key);
      if (names.has(name) || patterns.some((each) => each.test(name))) continue;
      if (!Validation.interpret(schemaUri, property, context)) isValid = false;
      context.evaluatedProperties?.add(name);
    }
    return isValid;
  },
};

type Membership = (value: JsonValue) => boolean;

const constant: Keyword<Membership, Context> = {
  id: `${keyword}/const`,
  compile: async (schema) => memberOf([unsealed(Browser.value(schema))]),
  interpret: (isMember, instance) => isMember(Instance.value(instance)),
};

const enumeration: Keyword<Membership, Context> = {
  id: `${keyword}/enum`,
  compile: async (schema) => memberOf(Browser.value<JsonArray>(schema).map(unsealed)),
  interpret: (isMember, instance) => isMember(Instance.value(instance)),
};

const multipleOf: Keyword<number, Context> = {
  id: `${keyword}/multipleOf`,
  compile: async (schema) => Browser.value(schema),
  interpret: (divisor, instance) =>
    Instance.typeOf(instance) !== "number" || isMultiple(Instance.value(instance), divisor),
};

async function keysUnder(name: string, parent: Place): Promise<readonly string[]> {
  const keywordName = getKeywordName(parent.document.dialectId, `${keyword}/${name}`);
  const holder = await Browser.step(keywordName, parent);
  return Browser.typeOf(holder) === "object" ? [...Browser.keys(holder)] : [];
}

function compiled(source: string): Pattern {
  return patternOf(source, defaultLimits);
}

/**
 * Replaces V8 regular expressions with RE2, and the library's value comparison with ours, which
 * never reads schemas into values.
 */
export function installKeywords(): void {
  addKeyword(pattern);
  addKeyword(patternProperties);
  addKeyword(additionalProperties);
  addKeyword(constant);
  addKeyword(enumeration);
  addKeyword(multipleOf);
}
