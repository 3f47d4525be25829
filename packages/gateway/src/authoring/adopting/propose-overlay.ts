import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Overlay,
  own,
  readContract,
  type ToolContract,
} from "@toolcourt/sdk";
import { type InferredEffect, inferEffect } from "./infer-effect.ts";
import { inferOutput } from "./infer-output.ts";
import { isHarmless } from "./is-harmless.ts";
import type { Sample } from "./sample.ts";

/** What a contract can lack that an overlay can add. */
const lackings = ["output", "effect", "permissions", "examples"] as const;
export type Lacking = (typeof lackings)[number];

/** What is known of one tool. */
export interface Adoptable {
  readonly server: string;
  readonly tool: JsonObject;
  /** What the operator has laid over it already. That stays. */
  readonly overlay?: Overlay;
  /** Calls of this tool, errors among them. */
  readonly samples: readonly Sample[];
}

/** An overlay for what a tool lacks, for a person to review. */
export interface Proposal {
  readonly lacking: readonly Lacking[];
  /** Only what is not there yet. Empty where nothing can be added. */
  readonly added: Overlay;
  /** What the effect was read from, where one is proposed. */
  readonly effect?: InferredEffect;
  /** How many results were no errors. */
  readonly samples: number;
}

/** Works out what a tool lacks. Undefined for one that cannot be read, which no overlay could mend. */
export function proposeOverlay(adoptable: Adoptable): Proposal | undefined {
  const { server, tool, overlay } = adoptable;
  const reading = readContract({ server, tool, ...(overlay && { overlay }) });
  if (reading.kind === "unreadable") return undefined;
  const { contract } = reading;
  const answered = adoptable.samples.filter(({ result }) => own(result, "isError") !== true);
  const { added, shown } = proposeOutput(contract, answered);
  const effect = isEffectKnown(contract) ? undefined : inferEffect(tool);
  const terms = {
    ...proposeAccess(contract, effect),
    ...(contract.terms.examples === undefined && examplesOf(shown, answered)),
  };
  return {
    lacking: lackingIn(contract),
    added: { ...added, ...(Object.keys(terms).length > 0 && { terms }) },
    ...(effect && { effect }),
    samples: answered.length,
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

function lackingIn(contract: ToolContract): readonly Lacking[] {
  const { output, terms } = contract;
  const isLacking: Readonly<Record<Lacking, boolean>> = {
    output: output === undefined,
    effect: !isEffectKnown(contract),
    permissions: terms.permissions === undefined,
    examples: terms.examples === undefined,
  };
  return lackings.filter((each) => isLacking[each]);
}

// An annotation that owns up to destroying is believed already; one that denies it needs a person's word.
function isEffectKnown({ terms }: ToolContract): boolean {
  return terms.effect !== undefined || terms.category !== undefined;
}

interface ProposedOutput {
  readonly added: Pick<Overlay, "inferred" | "result" | "output">;
  /** What each answer looks like to a caller. */
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

const mostExamples = 2;
/** An example is read at a glance. */
const mostCharacters = 600;

/** The shortest ones that differ in what they ask for. Nothing where none is short enough. */
function examplesOf(
  shown: readonly (JsonValue | undefined)[],
  answered: readonly Sample[],
): JsonObject {
  const texts = answered.flatMap(({ arguments: params }, at) => {
    const example = exampleOf(params, shown[at]);
    const size = example === undefined ? Number.POSITIVE_INFINITY : JSON.stringify(example).length;
    return example === undefined || size > mostCharacters ? [] : [{ example, size }];
  });
  const shortest = texts.toSorted((a, b) => a.size - b.size);
  const byInput = new Map(
    shortest.toReversed().map(({ example }) => [JSON.stringify(example["params"]), example]),
  );
  const examples = [...byInput.values()].toReversed().slice(0, mostExamples);
  return examples.length === 0 ? {} : { examples };
}

function exampleOf(params: JsonObject, expectedResult?: JsonValue): JsonObject | undefined {
  if (!isJsonObject(expectedResult) || !isHarmless({ params, expectedResult })) return undefined;
  return { description: "As it was called and answered.", params, expectedResult };
}
