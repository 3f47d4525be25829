import { contractDigest, type Digested, type NotCanonical, whyNotCanonical } from "./canonical.ts";
import {
  type Category,
  type Effect,
  noInput,
  type Terms,
  type ToolContract,
  termsKey,
} from "./contract.ts";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, own } from "./json.ts";
import { type Overlay, withMarksInTerms, withOverlay } from "./overlay.ts";
import { readTerms } from "./read-terms.ts";

export interface ToolSource {
  /** The operator's name of the server. */
  readonly server: string;
  /** One entry of `tools/list`, parsed and otherwise unchanged. */
  readonly tool: JsonValue;
  readonly overlay?: Overlay;
}

/** A tool that cannot be pinned. The server's other tools are read all the same. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly server: string;
  readonly name: string;
  readonly pointer: string;
  readonly message: string;
}

export type ContractReading =
  | { readonly kind: "contract"; readonly contract: ToolContract }
  | Unreadable;

/**
 * Builds a contract from a tool object without losing anything. Missing or invalid parts are left
 * to the rules.
 *
 * @example
 * ```ts
 * const tool = { name: "get-card", inputSchema: { type: "object" } };
 * const reading = readContract({ server: "cards", tool });
 * if (reading.kind === "unreadable") throw new TypeError(reading.message);
 * reading.contract.effect; // "write", because the tool declares none
 * ```
 */
export function readContract(source: ToolSource): ContractReading {
  const { server, tool } = source;
  const overlay = normalized(source.overlay);
  if (!isJsonObject(tool)) {
    return {
      kind: "unreadable",
      server,
      name: "",
      pointer: "",
      message: "Write a tool as an object.",
    };
  }
  const digest = digestOrProblem({
    server,
    asReceived: tool,
    ...(overlay && { overlay: { ...overlay } }),
  });
  if (typeof digest !== "string") {
    return { kind: "unreadable", server, name: nameOf(tool), ...digest };
  }

  const effective = overlay === undefined ? tool : withOverlay(tool, overlay);
  const output = own(effective, "outputSchema");
  const { terms } = readTerms(declaredTerms(effective));
  return {
    kind: "contract",
    contract: {
      server,
      name: nameOf(effective),
      description: textOf(effective, "description"),
      input: schemaOr(own(effective, "inputSchema"), noInput),
      ...(isJsonObject(output) ? { output } : {}),
      ...(overlay?.result && { result: overlay.result }),
      effect: effectOf(terms, own(effective, "annotations")),
      terms,
      asReceived: tool,
      digest,
    },
  };
}

function normalized(overlay: Overlay | undefined): Overlay | undefined {
  return overlay && withMarksInTerms(overlay);
}

/**
 * Tries to digest first: a failure is rare, and searching for a flaw costs as much as the digest.
 */
function digestOrProblem(digested: Digested): string | NotCanonical {
  try {
    return contractDigest(digested);
  } catch (error) {
    // Wrapped, because the digested object is one level deeper than the tool alone.
    const { asReceived } = digested;
    const problem = whyNotCanonical({ asReceived });
    if (problem === undefined) throw error;
    return { ...problem, pointer: problem.pointer.slice("/asReceived".length) };
  }
}

/** Returns the unvalidated terms of a tool object. */
export function declaredTerms(tool: JsonObject): JsonValue | undefined {
  const meta = own(tool, "_meta");
  return isJsonObject(meta) ? own(meta, termsKey) : undefined;
}

const effectOfCategory: Readonly<Record<Category, Effect>> = {
  query: "read",
  analysis: "read",
  generation: "read",
  mutation: "write",
};

// Annotations come from the server and may only make us stricter: `readOnlyHint` is not trusted.
function effectOf({ effect, category }: Terms, annotations: JsonValue | undefined): Effect {
  if (isJsonObject(annotations) && own(annotations, "destructiveHint") === true) return "destroy";
  if (effect !== undefined) return effect;
  return category === undefined ? "write" : effectOfCategory[category];
}

function nameOf(tool: JsonObject): string {
  return textOf(tool, "name");
}

function textOf(tool: JsonObject, key: string): string {
  const value = own(tool, key);
  return typeof value === "string" ? value : "";
}

function schemaOr(value: JsonValue | undefined, otherwise: JsonSchema): JsonSchema {
  return isJsonObject(value) ? value : otherwise;
}
