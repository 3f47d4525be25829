import { contractReadable } from "./contract/readable.ts";
import { contractSize } from "./contract/size.ts";
import { inputBounded } from "./input/bounded.ts";
import { inputBrandedIds } from "./input/branded-ids.ts";
import { inputClosed } from "./input/closed.ts";
import { inputDefaultsDeclared } from "./input/defaults-declared.ts";
import { inputDefaultsFit } from "./input/defaults-fit.ts";
import { inputDiscovery } from "./input/discovery.ts";
import { inputDocumented } from "./input/documented.ts";
import { inputHeaderAnnotations } from "./input/header-annotations.ts";
import { inputHostFillable } from "./input/host-fillable.ts";
import { inputHostFilled } from "./input/host-filled.ts";
import { inputObjectRoot } from "./input/object-root.ts";
import { inputPlannerLogic } from "./input/planner-logic.ts";
import { inputPresent } from "./input/present.ts";
import { inputRequiredListed } from "./input/required-listed.ts";
import { inputRootType } from "./input/root-type.ts";
import { inputTyped } from "./input/typed.ts";
import { metaAnnotationsAgree } from "./meta/annotations-agree.ts";
import { metaAnnotationsTyped } from "./meta/annotations-typed.ts";
import { metaDescribed } from "./meta/described.ts";
import { metaDescriptionAboveMinimum } from "./meta/description-above-minimum.ts";
import { metaDescriptionBrief } from "./meta/description-brief.ts";
import { metaDescriptionComplete } from "./meta/description-complete.ts";
import { metaDescriptionExample } from "./meta/description-example.ts";
import { metaDescriptionInforms } from "./meta/description-informs.ts";
import { metaDescriptionLongEnough } from "./meta/description-long-enough.ts";
import { metaDescriptionPlain } from "./meta/description-plain.ts";
import { metaDescriptionSize } from "./meta/description-size.ts";
import { metaDestinationGuessed } from "./meta/destination-guessed.ts";
import { metaFlowKeywords } from "./meta/flow-keywords.ts";
import { metaNameAscii } from "./meta/name-ascii.ts";
import { metaNameKebabVerbNoun } from "./meta/name-kebab-verb-noun.ts";
import { metaNameLegal } from "./meta/name-legal.ts";
import { metaNameUnique } from "./meta/name-unique.ts";
import { metaNamed } from "./meta/named.ts";
import { metaPrivilegeWords } from "./meta/privilege-words.ts";
import { outputClosed } from "./output/closed.ts";
import { outputDescribes } from "./output/describes.ts";
import { outputDiscovery } from "./output/discovery.ts";
import { outputEnvelope } from "./output/envelope.ts";
import { outputObjectRoot } from "./output/object-root.ts";
import { outputPresent } from "./output/present.ts";
import { outputRequiredListed } from "./output/required-listed.ts";
import { outputTyped } from "./output/typed.ts";
import { portabilityGeminiSubset } from "./portability/gemini-subset.ts";
import { portabilityListItems } from "./portability/list-items.ts";
import { portabilityOpenaiStrict } from "./portability/openai-strict.ts";
import { portabilityParameterNames } from "./portability/parameter-names.ts";
import { portabilityRootBranches } from "./portability/root-branches.ts";
import { portabilityToolName } from "./portability/tool-name.ts";
import type { Rule } from "./rule.ts";
import { termsApproval } from "./terms/approval.ts";
import { termsCacheSafe } from "./terms/cache-safe.ts";
import { termsCacheTtl } from "./terms/cache-ttl.ts";
import { termsCacheable } from "./terms/cacheable.ts";
import { termsCategory } from "./terms/category.ts";
import { termsConstraints } from "./terms/constraints.ts";
import { termsDeprecated } from "./terms/deprecated.ts";
import { termsEffect } from "./terms/effect.ts";
import { termsEffectAgrees } from "./terms/effect-agrees.ts";
import { termsExamples } from "./terms/examples.ts";
import { termsExamplesFit } from "./terms/examples-fit.ts";
import { termsIdempotent } from "./terms/idempotent.ts";
import { termsMarks } from "./terms/marks.ts";
import { termsPermissionForm } from "./terms/permission-form.ts";
import { termsPermissions } from "./terms/permissions.ts";
import { termsQueryIdempotent } from "./terms/query-idempotent.ts";
import { termsRateLimit } from "./terms/rate-limit.ts";
import { termsReach } from "./terms/reach.ts";
import { termsReachAgrees } from "./terms/reach-agrees.ts";
import { termsRemovalDue } from "./terms/removal-due.ts";
import { termsRemovalNotice } from "./terms/removal-notice.ts";
import { termsReplacementOffered } from "./terms/replacement-offered.ts";
import { termsResponseTime } from "./terms/response-time.ts";
import { termsStepPermissions } from "./terms/step-permissions.ts";
import { termsSteps } from "./terms/steps.ts";
import { termsTags } from "./terms/tags.ts";
import { termsVersion } from "./terms/version.ts";
import { termsWellFormed } from "./terms/well-formed.ts";
import { textConcealedMarkup } from "./text/concealed-markup.ts";
import { textEncoded } from "./text/encoded.ts";
import { textInstructionInValue } from "./text/instruction-in-value.ts";
import { textInstructions } from "./text/instructions.ts";
import { textLookAlikes } from "./text/look-alikes.ts";
import { textPadding } from "./text/padding.ts";
import { textSecretValues } from "./text/secret-values.ts";
import { textStackedMarks } from "./text/stacked-marks.ts";
import { textVisible } from "./text/visible.ts";

/** All rules of the SDK, in the order of their findings. */
export const builtinRules: readonly Rule[] = [
  contractReadable,
  contractSize,
  inputBounded,
  inputBrandedIds,
  inputClosed,
  inputDefaultsDeclared,
  inputDefaultsFit,
  inputDiscovery,
  inputDocumented,
  inputHeaderAnnotations,
  inputHostFilled,
  inputHostFillable,
  inputObjectRoot,
  inputPlannerLogic,
  inputPresent,
  inputRequiredListed,
  inputRootType,
  inputTyped,
  metaAnnotationsAgree,
  metaAnnotationsTyped,
  metaDescribed,
  metaDescriptionAboveMinimum,
  metaDescriptionBrief,
  metaDescriptionComplete,
  metaDescriptionExample,
  metaDescriptionInforms,
  metaDescriptionLongEnough,
  metaDescriptionPlain,
  metaDescriptionSize,
  metaDestinationGuessed,
  metaFlowKeywords,
  metaNameAscii,
  metaNameKebabVerbNoun,
  metaNameLegal,
  metaNameUnique,
  metaNamed,
  metaPrivilegeWords,
  outputClosed,
  outputDescribes,
  outputDiscovery,
  outputEnvelope,
  outputObjectRoot,
  outputPresent,
  outputRequiredListed,
  outputTyped,
  portabilityGeminiSubset,
  portabilityListItems,
  portabilityOpenaiStrict,
  portabilityParameterNames,
  portabilityRootBranches,
  portabilityToolName,
  termsApproval,
  termsCacheSafe,
  termsCacheTtl,
  termsCacheable,
  termsCategory,
  termsConstraints,
  termsDeprecated,
  termsEffect,
  termsEffectAgrees,
  termsExamples,
  termsExamplesFit,
  termsIdempotent,
  termsMarks,
  termsPermissionForm,
  termsPermissions,
  termsQueryIdempotent,
  termsRateLimit,
  termsReach,
  termsReachAgrees,
  termsRemovalDue,
  termsRemovalNotice,
  termsReplacementOffered,
  termsResponseTime,
  termsStepPermissions,
  termsSteps,
  termsTags,
  termsVersion,
  termsWellFormed,
  textConcealedMarkup,
  textEncoded,
  textInstructionInValue,
  textInstructions,
  textLookAlikes,
  textPadding,
  textSecretValues,
  textStackedMarks,
  textVisible,
];
