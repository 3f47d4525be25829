import type { Rule } from "@toolcourt/sdk/rules";
import { allRules } from "./rules.ts";

const repairable = new Set(
  `input/object-root input/present input/required-listed
schema/bytes schema/depth schema/dialect schema/enum-size schema/expansion schema/local-refs
schema/meta-schema schema/old-idioms schema/patterns schema/ref-cycles schema/subschemas`.split(
    /\s/,
  ),
);

/** The rules about schemas that an overlay with a wider schema satisfies. `adopt` writes one. */
export const repairableRules: readonly Rule[] = allRules.filter(({ id }) => repairable.has(id));

/** Tells whether `adopt` writes an overlay that satisfies the rule. */
export function isRepairable(rule: string): boolean {
  return rule === "output/present" || repairable.has(rule);
}

const byAuthor = (change: string): string => `the author of the server has to ${change}`;
const byOverlay = (change: string): string => `you have to ${change} in its overlay`;

/** What has to change, and by whom, for the other rules that hold a tool in every profile. */
const changes: Readonly<Record<string, string>> = {
  "contract/readable": byAuthor("send a definition in well-formed text and finite numbers"),
  "contract/size": byAuthor("send a smaller definition"),
  "input/header-annotations": byAuthor("correct or remove its `x-mcp-header` annotations"),
  "input/host-fillable": byAuthor("make the parameter optional or describe another one"),
  "meta/description-size": byOverlay("write a shorter description"),
  "meta/name-ascii": byAuthor("rename it, in letters, digits, `_`, `-` and `.`"),
  "meta/name-legal": byAuthor("rename it, in letters, digits, `_`, `-` and `.`"),
  "meta/name-unique": byAuthor("rename it, since another tool has its name"),
  "meta/named": byAuthor("give it a name"),
  "schema/reserved-names": byAuthor("rename the property"),
  "schema/text": byAuthor("send a schema in well-formed text and finite numbers"),
  "schema/too-slow": byOverlay("write a simpler schema, unless it is compiled on the next start"),
  "schema/unchecked": "the machine has to have threads left; start again",
  "schema/uncompilable": byOverlay("write a simpler schema"),
  "terms/cache-safe": byOverlay("set `terms.cacheable` to false"),
  "terms/effect-agrees": byOverlay("set `terms.effect` or `terms.category` so that they agree"),
  "terms/marks": byOverlay("correct the pointers of `terms.input` and `terms.output`"),
  "terms/steps": byOverlay("correct `terms.steps`"),
  "terms/well-formed": byOverlay("correct the terms"),
  "text/instruction-in-value": byAuthor("remove the instruction from the value"),
  "text/visible": byAuthor("remove the invisible characters"),
};

/** Returns who has to change what to satisfy a rule, as a part of a sentence. */
export function changeFor(rule: string): string | undefined {
  return Object.hasOwn(changes, rule) ? changes[rule] : undefined;
}
