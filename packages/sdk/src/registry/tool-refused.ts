import { type Finding, isCallable } from "../rules/lint.ts";
import type { ProfileName } from "../rules/rule.ts";
import type { Tool } from "../tool/tool.ts";

/** Findings that a message shows. `findings` has all of them. */
const maxShown = 10;

/**
 * Says that a tool breaks rules of the profiles it is offered under.
 *
 * @example
 * ```ts
 * declare const registry: ToolRegistry;
 * declare const getCard: Tool;
 * try {
 *   registry.register(getCard);
 * } catch (error) {
 *   if (error instanceof ToolRefused) console.log(error.findings);
 * }
 * ```
 */
export class ToolRefused extends TypeError {
  override readonly name = "ToolRefused";
  readonly tool: string;
  /** Every finding about the tool, warnings included. */
  readonly findings: readonly Finding[];

  constructor(tool: string, profiles: readonly ProfileName[], findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === "error");
    const lines = errors
      .slice(0, maxShown)
      .map(({ rule, pointer, message }) => `  ${pointer || "/"}: ${message} (${rule})`);
    const more = errors.length - lines.length;
    super(
      [
        `Tool "${tool}" breaks ${errors.length === 1 ? "a rule" : `${errors.length} rules`} of ${profiles.join(", ")}:`,
        ...lines,
        ...(more > 0 ? [`  and ${more} more`] : []),
      ].join("\n"),
    );
    this.tool = tool;
    this.findings = findings;
  }
}

/** Throws a `ToolRefused` if a finding is an error. */
export function refuseBroken(
  { name }: Pick<Tool, "name">,
  profiles: readonly ProfileName[],
  findings: readonly Finding[],
): void {
  if (!isCallable(findings)) throw new ToolRefused(name, profiles, findings);
}
