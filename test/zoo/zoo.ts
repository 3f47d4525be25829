import { answerUnderAnotherId } from "./broken/answer-under-another-id.ts";
import { answeredTwice } from "./broken/answered-twice.ts";
import { answersNotifications } from "./broken/answers-notifications.ts";
import { bannerOnStdout } from "./broken/banner-on-stdout.ts";
import { boundOffByOne } from "./broken/bound-off-by-one.ts";
import { cancelIgnored } from "./broken/cancel-ignored.ts";
import { confidenceConstant } from "./broken/confidence-constant.ts";
import { contentBlockMalformed } from "./broken/content-block-malformed.ts";
import { crashAfterAnswer } from "./broken/crash-after-answer.ts";
import { crashOnBoundaryNumber } from "./broken/crash-on-boundary-number.ts";
import { crashOnDeepNesting } from "./broken/crash-on-deep-nesting.ts";
import { crashOnEmptyString } from "./broken/crash-on-empty-string.ts";
import { crashOnLongString } from "./broken/crash-on-long-string.ts";
import { crashOnMissingArgument } from "./broken/crash-on-missing-argument.ts";
import { crashOnUnicode } from "./broken/crash-on-unicode.ts";
import { debugOnStdout } from "./broken/debug-on-stdout.ts";
import { duplicatesAccepted } from "./broken/duplicates-accepted.ts";
import { enumCaseIgnored } from "./broken/enum-case-ignored.ts";
import { enumNotEnforced } from "./broken/enum-not-enforced.ts";
import { errorInData } from "./broken/error-in-data.ts";
import { errorUnmarked } from "./broken/error-unmarked.ts";
import { exampleFails } from "./broken/example-fails.ts";
import { exampleOfAnotherForm } from "./broken/example-of-another-form.ts";
import { extraFieldInOutput } from "./broken/extra-field-in-output.ts";
import { fractionAccepted } from "./broken/fraction-accepted.ts";
import { hangOnValue } from "./broken/hang-on-value.ts";
import { hangOnWrongType } from "./broken/hang-on-wrong-type.ts";
import { hintsIncomplete } from "./broken/hints-incomplete.ts";
import { hugeOutput } from "./broken/huge-output.ts";
import { isErrorAsText } from "./broken/is-error-as-text.ts";
import { listUnstable } from "./broken/list-unstable.ts";
import { logAfterAnswer } from "./broken/log-after-answer.ts";
import { missingOutputField } from "./broken/missing-output-field.ts";
import { negativeExampleAccepted } from "./broken/negative-example-accepted.ts";
import { nestedNotEnforced } from "./broken/nested-not-enforced.ts";
import { nestedUnknownAccepted } from "./broken/nested-unknown-accepted.ts";
import { notIdempotent } from "./broken/not-idempotent.ts";
import { nullAccepted } from "./broken/null-accepted.ts";
import { nullInOutput } from "./broken/null-in-output.ts";
import { optionalRequired } from "./broken/optional-required.ts";
import { outputMissing } from "./broken/output-missing.ts";
import { patternUnanchored } from "./broken/pattern-unanchored.ts";
import { protocolErrorMalformed } from "./broken/protocol-error-malformed.ts";
import { rangeNotEnforced } from "./broken/range-not-enforced.ts";
import { readThatChangesAnother } from "./broken/read-that-changes-another.ts";
import { readThatCounts } from "./broken/read-that-counts.ts";
import { readThatTakes } from "./broken/read-that-takes.ts";
import { refusalUnclear } from "./broken/refusal-unclear.ts";
import { requiredNotEnforced } from "./broken/required-not-enforced.ts";
import { resultMalformed } from "./broken/result-malformed.ts";
import { secretInOutput } from "./broken/secret-in-output.ts";
import { secretInProtocolError } from "./broken/secret-in-protocol-error.ts";
import { secretInRefusal } from "./broken/secret-in-refusal.ts";
import { serialServer } from "./broken/serial-server.ts";
import { slow } from "./broken/slow.ts";
import { slowOnLongText } from "./broken/slow-on-long-text.ts";
import { stackTraceInProtocolError } from "./broken/stack-trace-in-protocol-error.ts";
import { stackTraceInRefusal } from "./broken/stack-trace-in-refusal.ts";
import { successMarkedAsError } from "./broken/success-marked-as-error.ts";
import { textDisagrees } from "./broken/text-disagrees.ts";
import { twoBranchesAccepted } from "./broken/two-branches-accepted.ts";
import { typeCoerced } from "./broken/type-coerced.ts";
import { unknownArgumentAccepted } from "./broken/unknown-argument-accepted.ts";
import { validRefused } from "./broken/valid-refused.ts";
import { wrongTypeInOutput } from "./broken/wrong-type-in-output.ts";
import { advisor } from "./correct/advisor.ts";
import { bookings } from "./correct/bookings.ts";
import { chatty } from "./correct/chatty.ts";
import { contacts } from "./correct/contacts.ts";
import { dice } from "./correct/dice.ts";
import { familyTree } from "./correct/family-tree.ts";
import { fileStore } from "./correct/file-store.ts";
import { formatsEnforced } from "./correct/formats-enforced.ts";
import { journal } from "./correct/journal.ts";
import { linter } from "./correct/linter.ts";
import { notebook } from "./correct/notebook.ts";
import { pages } from "./correct/pages.ts";
import { search } from "./correct/search.ts";
import { shapes } from "./correct/shapes.ts";
import { slowReport } from "./correct/slow-report.ts";
import { tagSets } from "./correct/tag-sets.ts";
import { thermostat } from "./correct/thermostat.ts";
import { units } from "./correct/units.ts";
import type { Exhibit } from "./server.ts";

/** Servers with one defect each. */
export const broken: Readonly<Record<string, Exhibit>> = {
  "answer-under-another-id": answerUnderAnotherId,
  "answered-twice": answeredTwice,
  "answers-notifications": answersNotifications,
  "banner-on-stdout": bannerOnStdout,
  "bound-off-by-one": boundOffByOne,
  "cancel-ignored": cancelIgnored,
  "confidence-constant": confidenceConstant,
  "content-block-malformed": contentBlockMalformed,
  "crash-after-answer": crashAfterAnswer,
  "crash-on-boundary-number": crashOnBoundaryNumber,
  "crash-on-deep-nesting": crashOnDeepNesting,
  "crash-on-empty-string": crashOnEmptyString,
  "crash-on-long-string": crashOnLongString,
  "crash-on-missing-argument": crashOnMissingArgument,
  "crash-on-unicode": crashOnUnicode,
  "debug-on-stdout": debugOnStdout,
  "duplicates-accepted": duplicatesAccepted,
  "enum-case-ignored": enumCaseIgnored,
  "enum-not-enforced": enumNotEnforced,
  "error-in-data": errorInData,
  "error-unmarked": errorUnmarked,
  "example-fails": exampleFails,
  "example-of-another-form": exampleOfAnotherForm,
  "extra-field-in-output": extraFieldInOutput,
  "fraction-accepted": fractionAccepted,
  "hang-on-value": hangOnValue,
  "hang-on-wrong-type": hangOnWrongType,
  "hints-incomplete": hintsIncomplete,
  "huge-output": hugeOutput,
  "is-error-as-text": isErrorAsText,
  "list-unstable": listUnstable,
  "log-after-answer": logAfterAnswer,
  "missing-output-field": missingOutputField,
  "negative-example-accepted": negativeExampleAccepted,
  "nested-not-enforced": nestedNotEnforced,
  "nested-unknown-accepted": nestedUnknownAccepted,
  "not-idempotent": notIdempotent,
  "null-accepted": nullAccepted,
  "null-in-output": nullInOutput,
  "optional-required": optionalRequired,
  "output-missing": outputMissing,
  "pattern-unanchored": patternUnanchored,
  "protocol-error-malformed": protocolErrorMalformed,
  "range-not-enforced": rangeNotEnforced,
  "read-that-changes-another": readThatChangesAnother,
  "read-that-counts": readThatCounts,
  "read-that-takes": readThatTakes,
  "refusal-unclear": refusalUnclear,
  "required-not-enforced": requiredNotEnforced,
  "result-malformed": resultMalformed,
  "secret-in-output": secretInOutput,
  "secret-in-protocol-error": secretInProtocolError,
  "secret-in-refusal": secretInRefusal,
  "serial-server": serialServer,
  slow,
  "slow-on-long-text": slowOnLongText,
  "stack-trace-in-protocol-error": stackTraceInProtocolError,
  "stack-trace-in-refusal": stackTraceInRefusal,
  "success-marked-as-error": successMarkedAsError,
  "text-disagrees": textDisagrees,
  "two-branches-accepted": twoBranchesAccepted,
  "type-coerced": typeCoerced,
  "unknown-argument-accepted": unknownArgumentAccepted,
  "valid-refused": validRefused,
  "wrong-type-in-output": wrongTypeInOutput,
};

/** Servers without defects. */
export const correct: Readonly<Record<string, Exhibit>> = {
  advisor,
  bookings,
  chatty,
  contacts,
  dice,
  "family-tree": familyTree,
  "file-store": fileStore,
  "formats-enforced": formatsEnforced,
  journal,
  linter,
  notebook,
  pages,
  search,
  shapes,
  "slow-report": slowReport,
  "tag-sets": tagSets,
  thermostat,
  units,
};
