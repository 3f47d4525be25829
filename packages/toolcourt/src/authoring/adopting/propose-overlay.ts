import type { Repair } from "@toolcourt/contracts/internal/judge/repair";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Overlay,
  own,
  readContract,
  type ToolContract,
} from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";
import { checkableSchemas } from "./checkable-schemas.ts";
import { type InferredEffect, inferEffect } from "./infer-effect.ts";
import { inferOutput } from "./infer-output.ts";
import { type ProposedMarks, proposeMarks } from "./propose-marks.ts";
import type { Sample } from "./sample.ts";

/** Parts that a contract can lack and an overlay can add. */
const lackings = ["input", "output", "effect", "permissions", "examples", "marks"] as const;
export type Lacking = (typeof lackings)[number];

/** The known facts about one tool. */
interface Adoptable {
  readonly server: string;
  readonly tool: JsonObject;
  /** The operator's existing overlay. It is kept. Default: none. */
  readonly overlay?: Overlay;
  /** Calls of this tool, including errors. */
  readonly samples: readonly Sample[];
}

/** An overlay with a tool's missing parts, for a person to review. */
export interface Proposal {
  readonly lacking: readonly Lacking[];
  /** Only parts that are missing. Empty if nothing can be added. */
  readonly added: Overlay;
  /** JSON Pointers of the parts of its schemas that accept more than the server says. */
  readonly widened: readonly string[];
  /** The evidence for a proposed effect. Default: no effect is proposed. */
  readonly effect?: InferredEffect;
  /** Number of results without an error. */
  readonly samples: number;
  /** Reasons for the marks in `added`, and marks that only a person can give. Default: none. */
  readonly marks?: ProposedMarks;
  /** What rules derived by themselves, a part of `added`. Default: nothing. */
  readonly repair?: Repair;
}

/**
 * Finds a tool's missing parts. Returns undefined for an unreadable tool, which no overlay can fix.
 */
export function proposeOverlay(adoptable: Adoptable): Proposal | undefined {
  const { server, tool, overlay } = adoptable;
  const reading = readContract({ server, tool, ...(overlay && { overlay }) });
  if (reading.kind === "unreadable") return undefined;
  const { contract } = reading;
  const answered = adoptable.samples.filter(({ result }) => own(result, "isError") !== true);
  const { added, shown } = proposeOutput(contract, answered);
  const { schemas, widened } = checkableSchemas(contract);
  const checkable = unwritten(schemas, overlay);
  const effect = isEffectKnown(contract) ? undefined : inferEffect(tool);
  const marks = proposeMarks(asAdopted(contract, added, effect));
  const examples = contract.terms.examples === undefined ? examplesOf(shown, answered) : {};
  const terms = { ...proposeAccess(contract, effect), ...examples, ...marks.terms };
  const hasMarks = Object.keys(marks.terms).length > 0;
  return {
    lacking: lackingIn(contract, { checkable, hasMarks }),
    added: { ...checkable, ...added, ...(Object.keys(terms).length > 0 && { terms }) },
    widened: widened.filter((pointer) => own(checkable, pointer.split("/")[1] ?? "") !== undefined),
    ...(effect && { effect }),
    samples: answered.length,
    ...(hasMarks && { marks }),
  };
}

/** Returns the contract as it will be: roles follow from the effect, and fields from the output. */
function asAdopted(
  contract: ToolContract,
  { result = contract.result, output = contract.output }: Pick<Overlay, "result" | "output">,
  inferred: InferredEffect | undefined,
): ToolContract {
  const { output: _, ...rest } = contract;
  // The gateway makes these itself, out of text that others can have written.
  const isMade = result === "text" || result === "blocks";
  return {
    ...rest,
    ...(output && !isMade && { output }),
    effect: inferred?.effect ?? contract.effect,
  };
}

function proposeAccess(
  { server, terms, effect: known }: ToolContract,
  inferred: InferredEffect | undefined,
): JsonObject {
  const { effect = known } = inferred ?? {};
  return {
    ...(inferred && { effect }),
    ...(terms.permissions === undefined && { permissions: [permissionOf(server, effect)] }),
  };
}

type Schemas = Pick<Overlay, "input" | "output">;

/** Returns the schemas that the operator has not written: those stay. */
function unwritten(schemas: Schemas, overlay: Overlay = {}): Schemas {
  const { input, output } = schemas;
  return {
    ...(input && overlay.input === undefined && { input }),
    ...(output && overlay.output === undefined && { output }),
  };
}

interface Found {
  readonly checkable: Schemas;
  readonly hasMarks: boolean;
}

function lackingIn(contract: ToolContract, { checkable, hasMarks }: Found): readonly Lacking[] {
  const { output, terms } = contract;
  const isLacking: Readonly<Record<Lacking, boolean>> = {
    input: checkable.input !== undefined,
    output: output === undefined || checkable.output !== undefined,
    effect: !isEffectKnown(contract),
    permissions: terms.permissions === undefined,
    examples: terms.examples === undefined,
    marks: hasMarks,
  };
  return lackings.filter((each) => isLacking[each]);
}

// An annotation that admits destruction is trusted. One that denies it needs a person's
// confirmation.
function isEffectKnown({ terms }: ToolContract): boolean {
  return terms.effect !== undefined || terms.category !== undefined;
}

interface ProposedOutput {
  readonly added: Pick<Overlay, "inferred" | "result" | "output">;
  /** Each answer as a caller sees it. */
  readonly shown: readonly (JsonValue | undefined)[];
}

function proposeOutput(
  { output: declared }: ToolContract,
  answered: readonly Sample[],
): ProposedOutput {
  const results = answered.map(({ result }) => result);
  if (declared !== undefined) {
    return { added: {}, shown: results.map((result) => own(result, "structuredContent")) };
  }
  const { result, output, values } = inferOutput(results);
  return {
    added: { inferred: { samples: results.length }, ...(result && { result }), output },
    shown: values,
  };
}

function permissionOf(server: string, effect: string): string {
  const resource = server.replaceAll(/[^\w./-]+/g, "-");
  return `${resource === "" ? "server" : resource}:${effect}`;
}

const maxExamples = 2;
/** An example must be readable at a glance. */
const maxCharacters = 600;

/** Returns the shortest ones with different inputs. Undefined if none is short enough. */
function examplesOf(
  shown: readonly (JsonValue | undefined)[],
  answered: readonly Sample[],
): JsonObject {
  const texts = answered.flatMap(({ arguments: params }, at) => {
    const example = exampleOf(params, shown[at]);
    const size = example === undefined ? Number.POSITIVE_INFINITY : JSON.stringify(example).length;
    return example === undefined || size > maxCharacters ? [] : [{ example, size }];
  });
  const shortest = texts.toSorted((a, b) => a.size - b.size);
  const byInput = new Map(
    shortest.toReversed().map(({ example }) => [JSON.stringify(example["params"]), example]),
  );
  const examples = [...byInput.values()].toReversed().slice(0, maxExamples);
  return examples.length === 0 ? {} : { examples };
}

function exampleOf(params: JsonObject, expectedResult?: JsonValue): JsonObject | undefined {
  if (!isJsonObject(expectedResult) || !isHarmless({ params, expectedResult })) return undefined;
  return { description: "As it was called and answered.", params, expectedResult };
}

const textRules = builtinRules.filter(({ id }) => id.startsWith("text/"));
const options = {
  rules: textRules,
  profiles: ["core"],
  scene: { namesakes: () => 1, now: 0 },
} as const;

/**
 * Returns whether the texts of a result may stand in a contract, where models that list the tool
 * read them. Applies the rules for a server's own definition: no instructions, nothing hidden, no
 * credentials.
 */
export function isHarmless(texts: JsonObject): boolean {
  const reading = readContract({ server: "", tool: { name: "example", texts } });
  return reading.kind === "contract" && lintContract(reading.contract, options).length === 0;
}
