export { builtinRules } from "./builtin.ts";
export {
  type FilledByHost,
  filledByHost,
  type HostFilled,
  hostFilled,
} from "./host-filled-names.ts";
export { type Bench, type Finding, isCallable, lintContract } from "./lint.ts";
export {
  everywhere,
  type ProfileName,
  profileNames,
  type Severity,
  severities,
} from "./profiles.ts";
export { defineRule, type Remark, type Rule, type RuleExample, type Scene } from "./rule.ts";
export { daysUntil, readIsoDate, type Span } from "./terms/iso-date.ts";
export { isSemanticVersion } from "./terms/semantic-version.ts";
export { withoutHiddenCharacters } from "./text/hidden-characters.ts";
