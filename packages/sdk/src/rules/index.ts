export { builtinRules } from "./builtin.ts";
export {
  type FilledByHost,
  filledByHost,
  type HostFilled,
  hostFilled,
} from "./host-filled-names.ts";
export { type Finding, isCallable, type LintOptions, lintContract } from "./lint.ts";
export {
  defineRule,
  everywhere,
  type ProfileName,
  profileNames,
  type Remark,
  type Rule,
  type RuleExample,
  type Scene,
  type Severity,
  severities,
} from "./rule.ts";
export { daysUntil, readIsoDate, type Span } from "./terms/iso-date.ts";
export { isSemanticVersion } from "./terms/semantic-version.ts";
export { withoutHiddenCharacters } from "./text/hidden-characters.ts";
export {
  type InstructionScore,
  instructionThreshold,
  scoreInstructions,
} from "./text/instruction-score.ts";
export type { InstructionFamily } from "./text/instruction-sign.ts";
