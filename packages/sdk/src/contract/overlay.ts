import { type Promotion, type ToolContract, termsKey } from "./contract.ts";
import { isJsonObject, type JsonObject, type JsonSchema, own } from "./json.ts";
import { areMarks } from "./overlay-marks.ts";

/**
 * An operator's changes to a server's tool. They replace whole fields, so that the overlay alone
 * shows what applies. Terms are the exception and are replaced one by one.
 */
export interface Overlay {
  /** The name for callers. The server keeps its own. Default: the server's name. */
  readonly name?: string;
  readonly description?: string;
  /** A schema. If all keys begin with a slash, the marks of arguments, which replace no schema. */
  readonly input?: JsonSchema;
  /** A schema. If all keys begin with a slash, the marks of results, which replace no schema. */
  readonly output?: JsonSchema;
  /** How to derive structured content if the server sends none. Default: not derived. */
  readonly result?: Promotion;
  /**
   * Marks the output schema as inferred from this many results and not yet reviewed by a person.
   * Default: not inferred.
   */
  readonly inferred?: { readonly samples: number };
  readonly terms?: JsonObject;
}

/**
 * Returns the tool object with an overlay applied. The original is untouched.
 *
 * @example
 * ```ts
 * const overlay: Overlay = { description: "Returns one card." };
 * withOverlay({ name: "get-card" }, overlay);
 * // { name: "get-card", description: "Returns one card." }
 * ```
 */
export function withOverlay(tool: JsonObject, overlay: Overlay): JsonObject {
  const { description, input, output, terms } = withMarksInTerms(overlay);
  return {
    ...tool,
    ...(description === undefined ? {} : { description }),
    ...(input === undefined ? {} : { inputSchema: input }),
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(terms === undefined ? {} : { _meta: withTerms(tool, terms) }),
  };
}

/**
 * Returns an overlay with its marks among its terms, where a contract has them. The same object if
 * there are none.
 *
 * @example
 * ```ts
 * withMarksInTerms({ input: { "/to": { role: "destination" } } });
 * // { terms: { input: { "/to": { role: "destination" } } } }
 * ```
 */
export function withMarksInTerms(overlay: Overlay): Overlay {
  const input = marksIn(overlay, "input");
  const output = marksIn(overlay, "output");
  if (input === undefined && output === undefined) return overlay;
  const left = Object.entries(overlay).filter(([, value]) => value !== input && value !== output);
  return {
    ...Object.fromEntries(left),
    terms: { ...overlay.terms, ...(input && { input }), ...(output && { output }) },
  };
}

function marksIn(overlay: Overlay, part: "input" | "output"): JsonObject | undefined {
  const written = overlay[part];
  return areMarks(written) ? written : undefined;
}

function withTerms(tool: JsonObject, terms: JsonObject): JsonObject {
  const meta = objectOrEmpty(own(tool, "_meta"));
  return { ...meta, [termsKey]: { ...objectOrEmpty(own(meta, termsKey)), ...terms } };
}

function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/**
 * Returns the MCP tool object of a contract, with the operator's overlay if there is one.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * toMcpTool(getCard.contract); // one entry of `tools/list`
 * toMcpTool(getCard.contract, { description: "Returns one card by its id." });
 * ```
 */
export function toMcpTool(contract: ToolContract, overlay?: Overlay): JsonObject {
  return overlay === undefined ? contract.asReceived : withOverlay(contract.asReceived, overlay);
}
