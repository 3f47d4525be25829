import type { Category } from "../contract/contract.ts";
import { builtinRules } from "../rules/builtin.ts";
import { type Finding, lintContract } from "../rules/lint.ts";
import type { ProfileName } from "../rules/rule.ts";
import { type Clock, systemClock } from "../tool/surroundings.ts";
import type { Tool } from "../tool/tool.ts";
import { refuseBroken } from "./tool-refused.ts";

export interface RegistryOptions {
  /** Profiles that `validate` and `register` apply. Default: `agent-hints`. */
  readonly profiles?: readonly ProfileName[];
  readonly clock?: Clock;
}

/** The tools of one service, by name. Its functions may be passed on alone. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  readonly #profiles: readonly ProfileName[];
  readonly #clock: Clock;

  constructor({ profiles = ["agent-hints"], clock = systemClock }: RegistryOptions) {
    this.#profiles = profiles;
    this.#clock = clock;
  }

  /**
   * Registers a tool. Throws a `TypeError` if the name is taken or the value is no tool. Throws a
   * `ToolRefused` with the findings if the tool breaks a rule of the profiles.
   */
  readonly register = (tool: Tool): void => {
    if (!isTool(tool)) throw new TypeError("Only what defineTool makes can be registered.");
    if (this.#tools.has(tool.name)) {
      throw new TypeError(`There is a tool named "${tool.name}" already; names are unique.`);
    }
    refuseBroken(tool, this.#profiles, this.validate(tool));
    this.#tools.set(tool.name, tool);
  };

  readonly get = (name: string): Tool | undefined => this.#tools.get(name);

  readonly getAll = (): readonly Tool[] => [...this.#tools.values()];

  readonly getByCategory = (category: Category): readonly Tool[] =>
    this.getAll().filter(({ contract }) => contract.terms.category === category);

  readonly getByTag = (tag: string): readonly Tool[] =>
    this.getAll().filter(({ contract }) => contract.terms.tags?.includes(tag));

  /** Returns the findings about a tool, registered or not. An empty list means that it passes. */
  readonly validate = (tool: Tool): readonly Finding[] =>
    lintContract(tool.contract, {
      rules: builtinRules,
      profiles: this.#profiles,
      scene: {
        namesakes: (name) => namesakes(tool, this.get(name)),
        now: this.#clock.now(),
        permissionsOf: (name) => this.get(name)?.contract.terms.permissions,
        isBeside: (name) => this.get(name) !== undefined,
      },
    });
}

/**
 * Creates an empty registry.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * const registry = createToolRegistry({ profiles: ["core", "agent-hints"] });
 * const warnings = registry.validate(getCard);
 * registry.register(getCard); // throws if one of them is an error
 * ```
 */
export function createToolRegistry(options: RegistryOptions = {}): ToolRegistry {
  return new ToolRegistry(options);
}

// Lookups use the name and rules judge the contract, so both must describe the same tool.
function isTool(given: Partial<Tool> | null): boolean {
  return (
    typeof given?.invoke === "function" &&
    typeof given.name === "string" &&
    given.contract?.name === given.name
  );
}

// A tool counts once, whether or not it is the registered one.
function namesakes(judged: Tool, registered: Tool | undefined): number {
  return registered === undefined || registered === judged ? 1 : 2;
}
