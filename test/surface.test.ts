import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as azure from "@toolcourt/azure";
import * as contracts from "@toolcourt/contracts";
import * as gateway from "@toolcourt/gateway";
import * as suites from "@toolcourt/gateway/store-suites";
import * as host from "@toolcourt/host";
import * as sdk from "@toolcourt/sdk";
import * as rules from "@toolcourt/sdk/rules";
import * as serving from "@toolcourt/sdk/serve";
import * as testing from "@toolcourt/sdk/testing";
import * as workflows from "@toolcourt/workflows";
import * as toolcourt from "toolcourt";
import { describe, expect, it } from "vitest";
import { diffRules } from "../packages/contracts/src/revisions/rules.ts";
import { admissionRoutes } from "../packages/gateway/src/edge/admin/admission-requests.ts";
import { routes } from "../packages/gateway/src/edge/admin/approval-requests.ts";
import { askRoutes } from "../packages/gateway/src/edge/admin/ask.ts";
import { auditRoutes } from "../packages/gateway/src/edge/admin/audit-requests.ts";
import { callRoutes } from "../packages/gateway/src/edge/admin/call-requests.ts";
import { configurationRoutes } from "../packages/gateway/src/edge/admin/configuration.ts";
import { connectionRoutes } from "../packages/gateway/src/edge/admin/connection-requests.ts";
import { draftRoutes } from "../packages/gateway/src/edge/admin/draft-requests.ts";
import { eventRoutes } from "../packages/gateway/src/edge/admin/events.ts";
import { grantRoutes } from "../packages/gateway/src/edge/admin/grant-requests.ts";
import { meRoutes } from "../packages/gateway/src/edge/admin/me.ts";
import { openApiRoutes } from "../packages/gateway/src/edge/admin/open-api.ts";
import { overviewRoutes } from "../packages/gateway/src/edge/admin/overview.ts";
import { policyRoutes } from "../packages/gateway/src/edge/admin/policy-requests.ts";
import { quarantineRoutes } from "../packages/gateway/src/edge/admin/quarantine-requests.ts";
import { reloadRoutes } from "../packages/gateway/src/edge/admin/reload.ts";
import { resultsRoutes } from "../packages/gateway/src/edge/admin/results-requests.ts";
import { runRoutes } from "../packages/gateway/src/edge/admin/runs.ts";
import { serverRoutes } from "../packages/gateway/src/edge/admin/server-requests.ts";
import { toolRoutes } from "../packages/gateway/src/edge/admin/tool-requests.ts";
import { tryRoutes } from "../packages/gateway/src/edge/admin/try-requests.ts";
import {
  approvalMetaKey,
  correlationMetaKey,
  sessionMetaKey,
} from "../packages/gateway/src/edge/incoming-call.ts";
import { noteKinds } from "../packages/gateway/src/governance/audit/note-kinds.ts";
import { operationKey } from "../packages/gateway/src/http-tools/operations/http-tool.ts";
import { testRuleIds } from "../packages/toolcourt/src/authoring/probing/rules.ts";

// The public surface as literal lists. A failure here asks "deliberate?", not "forbidden". If it is
// deliberate, change the list, add a changeset (`npx changeset`) and run `npm run docs`.

describe("the exports", () => {
  it("of @toolcourt/sdk", () => {
    expect(Object.keys(sdk).toSorted()).toEqual([
      "BusinessError",
      "CardId",
      "DeckId",
      "InnerCallError",
      "ToolRefused",
      "UserId",
      "agentHintsSchema",
      "agentOf",
      "areMarks",
      "argumentGuesses",
      "brandedId",
      "canonicalJson",
      "confidence",
      "contextKeyVariable",
      "contextMetaKey",
      "contextSchema",
      "contractDigest",
      "createMetrics",
      "createToolRegistry",
      "cursor",
      "cursorPage",
      "dataSchemaIn",
      "dateRange",
      "defineTool",
      "digestOf",
      "directSubschemas",
      "effects",
      "envelopeIn",
      "errorClasses",
      "failureCodes",
      "fieldOrigins",
      "flowOf",
      "flowPlaces",
      "hints",
      "hintsForChange",
      "hintsForFailure",
      "hintsForFound",
      "hintsForNothing",
      "hintsForPage",
      "impact",
      "isJsonArray",
      "isJsonObject",
      "limit",
      "minContextKeyLength",
      "moment",
      "offset",
      "offsetPage",
      "own",
      "pageOf",
      "parseJson",
      "pointerToken",
      "pointerTokens",
      "promotions",
      "reaches",
      "readContract",
      "readTerms",
      "resultGuesses",
      "resultMetadataSchema",
      "roles",
      "runStates",
      "sensitivities",
      "signContext",
      "sortOrder",
      "sorting",
      "storedMetadata",
      "strayPointers",
      "strings",
      "subschemas",
      "systemClock",
      "termsKey",
      "toMcpTool",
      "toolErrorSchema",
      "toolResultSchema",
      "traceIdOf",
      "valueAt",
      "whyNotCanonical",
      "withMarksInTerms",
      "withOverlay",
      "withoutVolatile",
    ]);
  });

  it("of @toolcourt/sdk/rules", () => {
    expect(Object.keys(rules).toSorted()).toEqual([
      "builtinRules",
      "daysUntil",
      "defineRule",
      "everywhere",
      "filledByHost",
      "hostFilled",
      "instructionThreshold",
      "isCallable",
      "isSemanticVersion",
      "lintContract",
      "profileNames",
      "readIsoDate",
      "scoreInstructions",
      "severities",
      "withoutHiddenCharacters",
    ]);
  });

  it("of @toolcourt/sdk/serve", () => {
    expect(Object.keys(serving).toSorted()).toEqual(["serve"]);
  });

  it("of @toolcourt/workflows", () => {
    expect(Object.keys(workflows).toSorted()).toEqual([
      "END",
      "START",
      "defineWorkflow",
      "memoryRuns",
      "postgresRuns",
    ]);
  });

  it("of @toolcourt/azure", () => {
    expect(Object.keys(azure).toSorted()).toEqual([
      "CosmosUnusable",
      "allows",
      "clouds",
      "cosmosActionPrefix",
      "cosmosContainers",
      "cosmosTemplate",
      "discoveryTemplate",
      "openCosmosStores",
      "tierNeeds",
      "tiers",
      "tiersOf",
    ]);
  });

  it("of @toolcourt/sdk/testing", () => {
    expect(Object.keys(testing).toSorted()).toEqual([
      "checkTool",
      "contract",
      "contractOf",
      "createFakeClock",
      "formatReport",
      "remarks",
      "scene",
      "toolContext",
    ]);
  });

  it("of @toolcourt/contracts", () => {
    expect(Object.keys(contracts).toSorted()).toEqual([
      "Refusal",
      "allRules",
      "catalog",
      "classifyDrift",
      "compareLock",
      "compareSchemas",
      "compareTools",
      "createGenerator",
      "createJudge",
      "createSchemaEngine",
      "emptyLock",
      "explanations",
      "formatLock",
      "hasCode",
      "isRefusal",
      "judgeTool",
      "judgeTools",
      "parseLock",
      "readTools",
      "reviseTools",
      "systemClock",
      "uriOfDialect",
      "version",
    ]);
  });

  it("of @toolcourt/gateway", () => {
    expect(Object.keys(gateway).toSorted()).toEqual([
      "StoreError",
      "configJsonSchema",
      "createJsonWriter",
      "createTextWriter",
      "loadConfig",
      "openGateway",
      "printable",
      "printableJson",
    ]);
  });

  it("of @toolcourt/gateway/store-suites", () => {
    expect(Object.keys(suites).toSorted()).toEqual([
      "describeAdmissionStore",
      "describeApprovalStore",
      "describeAuditStore",
      "describeCallStore",
      "describeConnectionStore",
      "describeDeliveryStore",
      "describeDraftStore",
      "describeGrantStore",
      "describeHistoryStore",
      "describeKeyStore",
      "describeKeyUseStore",
      "describeLimitStore",
      "describeNotices",
      "describePersonalStore",
      "describePolicyStore",
      "describeQuarantineStore",
      "describeQueryStore",
      "describeResultStore",
      "describeTaskStore",
      "link",
      "linkModule",
      "linkSteps",
    ]);
  });

  it("of @toolcourt/host", () => {
    expect(Object.keys(host).toSorted()).toEqual([
      "ModelFailure",
      "createHost",
      "createModelChooser",
      "createModelPlanner",
      "loadIndexTools",
      "openHost",
    ]);
  });

  it("of toolcourt", () => {
    expect(Object.keys(toolcourt).toSorted()).toEqual(["commandHelp", "runToolcourt"]);
  });
});

describe("public names on the wire and in files", () => {
  it("include the rule ids", () => {
    expect(contracts.allRules.map((rule) => rule.id).toSorted()).toEqual([
      "contract/readable",
      "contract/size",
      "input/bounded",
      "input/branded-ids",
      "input/closed",
      "input/defaults-declared",
      "input/defaults-fit",
      "input/discovery",
      "input/documented",
      "input/header-annotations",
      "input/host-fillable",
      "input/host-filled",
      "input/object-root",
      "input/planner-logic",
      "input/present",
      "input/required-listed",
      "input/root-type",
      "input/typed",
      "meta/annotations-agree",
      "meta/annotations-typed",
      "meta/described",
      "meta/description-above-minimum",
      "meta/description-brief",
      "meta/description-complete",
      "meta/description-example",
      "meta/description-informs",
      "meta/description-long-enough",
      "meta/description-plain",
      "meta/description-size",
      "meta/destination-guessed",
      "meta/flow-keywords",
      "meta/name-ascii",
      "meta/name-kebab-verb-noun",
      "meta/name-legal",
      "meta/name-unique",
      "meta/named",
      "meta/privilege-words",
      "output/closed",
      "output/describes",
      "output/discovery",
      "output/envelope",
      "output/object-root",
      "output/present",
      "output/required-listed",
      "output/typed",
      "portability/gemini-subset",
      "portability/list-items",
      "portability/openai-strict",
      "portability/parameter-names",
      "portability/root-branches",
      "portability/tool-name",
      "schema/bytes",
      "schema/depth",
      "schema/dialect",
      "schema/enum-size",
      "schema/expansion",
      "schema/local-refs",
      "schema/meta-schema",
      "schema/old-idioms",
      "schema/patterns",
      "schema/ref-cycles",
      "schema/reserved-names",
      "schema/subschemas",
      "schema/text",
      "terms/approval",
      "terms/cache-safe",
      "terms/cache-ttl",
      "terms/cacheable",
      "terms/category",
      "terms/constraints",
      "terms/deprecated",
      "terms/effect",
      "terms/effect-agrees",
      "terms/examples",
      "terms/examples-fit",
      "terms/idempotent",
      "terms/marks",
      "terms/permission-form",
      "terms/permissions",
      "terms/query-idempotent",
      "terms/rate-limit",
      "terms/reach",
      "terms/reach-agrees",
      "terms/removal-due",
      "terms/removal-notice",
      "terms/replacement-offered",
      "terms/response-time",
      "terms/step-permissions",
      "terms/steps",
      "terms/tags",
      "terms/version",
      "terms/well-formed",
      "text/concealed-markup",
      "text/encoded",
      "text/instruction-in-value",
      "text/instructions",
      "text/look-alikes",
      "text/padding",
      "text/secret-values",
      "text/stacked-marks",
      "text/visible",
    ]);
  });

  it("include the rule ids of a test", () => {
    expect(testRuleIds.toSorted()).toEqual([
      "test/answer-repeated",
      "test/answer-unasked",
      "test/cancel-ignored",
      "test/confidence-constant",
      "test/crash",
      "test/error-disagrees",
      "test/example-fails",
      "test/hang",
      "test/hints-incomplete",
      "test/invalid-accepted",
      "test/list-unstable",
      "test/negative-example-accepted",
      "test/not-idempotent",
      "test/output-missing",
      "test/output-nonconformant",
      "test/oversized",
      "test/protocol-error-malformed",
      "test/read-changes",
      "test/refusal-unclear",
      "test/result-malformed",
      "test/secret-in-output",
      "test/slow",
      "test/stack-trace",
      "test/stray-output",
      "test/text-disagrees",
      "test/unknown-accepted",
      "test/valid-refused",
    ]);
  });

  it("include the rule ids of a comparison", () => {
    expect(diffRules.map(({ id }) => id).toSorted()).toEqual([
      "diff/breaking-needs-name",
      "diff/deprecation-incomplete",
      "diff/migration-guide",
      "diff/notice-short",
      "diff/predecessor-undeprecated",
      "diff/removal-overdue",
      "diff/removed-early",
      "diff/removed-unannounced",
      "diff/replacement-missing",
      "diff/required-needs-major",
      "diff/version-backward",
      "diff/version-unchanged",
    ]);
  });

  it("include the profiles and severities", () => {
    expect(rules.profileNames).toEqual([
      "core",
      "workspace",
      "cloud-discovery",
      "agent-hints",
      "registry",
    ]);
    expect(rules.severities).toEqual(["error", "warning", "off"]);
  });

  it("include the error codes of the command and of tools", () => {
    expect(contracts.explanations.map(({ code }) => code).toSorted()).toEqual([
      "admin-unavailable",
      "admission-refused",
      "approval-denied",
      "approval-differs",
      "approval-expired",
      "approval-own",
      "approval-required",
      "approval-settled",
      "approval-unknown",
      "audit-failed",
      "audit-refused",
      "authorization-failed",
      "box-unavailable",
      "call-unknown",
      "cancelled",
      "circuit-open",
      "config-invalid",
      "configuration-refused",
      "connection-expired",
      "connection-missing",
      "connection-origin",
      "connection-refused",
      "connection-revoked",
      "connection-scope",
      "connection-tier",
      "connection-unavailable",
      "connection-unchanged",
      "connection-unknown",
      "console-refused",
      "console-unavailable",
      "context-invalid",
      "deadline-passed",
      "draft-changed",
      "draft-damaged",
      "draft-differs",
      "draft-flawed",
      "draft-own",
      "draft-pending",
      "draft-rejected",
      "draft-settled",
      "draft-source-failed",
      "draft-taken",
      "draft-unknown",
      "draft-unreadable",
      "egress-refused",
      "error-undescribed",
      "error-unknown",
      "extension-required",
      "file-not-text",
      "file-too-large",
      "file-unreadable",
      "gateway-absent",
      "gateway-failed",
      "gateway-required",
      "grant-invalid",
      "grant-own",
      "grant-settled",
      "grant-unknown",
      "hints-invalid",
      "identity-required",
      "input-invalid",
      "interaction-required",
      "json-duplicate-key",
      "json-invalid",
      "listen-failed",
      "local-tool-unconfigured",
      "lock-invalid",
      "lock-missing",
      "no-capacity",
      "no-tools",
      "not-permitted",
      "outcome-unknown",
      "output-invalid",
      "overlay-invalid",
      "permission-missing",
      "plan-ambiguous",
      "plan-duplicate-key",
      "plan-fills-host-field",
      "plan-input-invalid",
      "plan-malformed",
      "plan-not-one-object",
      "plan-too-long",
      "plan-tool-unknown",
      "planner-failed",
      "policy-denied",
      "policy-refused",
      "profile-unknown",
      "prompt-unknown",
      "quarantined-unknown",
      "query-limit",
      "question-empty",
      "question-has-hidden-characters",
      "question-has-secret",
      "question-too-long",
      "question-unknown",
      "question-withdrawn",
      "rate-limited",
      "relay-failed",
      "relay-quarantined",
      "relay-refused",
      "reload-refused",
      "request-invalid",
      "resource-unknown",
      "restart-required",
      "result-refused",
      "rule-unknown",
      "run-unknown",
      "sandbox-unavailable",
      "schema-unchecked",
      "sequence-denied",
      "sequence-unavailable",
      "server-absent",
      "server-unreachable",
      "step-refused",
      "store-unusable",
      "target-denied",
      "target-failed",
      "target-throttled",
      "target-unauthenticated",
      "task-limit",
      "task-unknown",
      "tool-absent",
      "tool-collision",
      "tool-failed",
      "tool-quarantined",
      "tool-unconfigured",
      "tool-unknown",
      "tools-missing",
      "upstream-failed",
      "usage-invalid",
      "write-failed",
    ]);
  });

  it("include the commands", async () => {
    const help = await toolcourt.commandHelp();

    expect(help.map(({ name }) => name).toSorted()).toEqual([
      "adopt",
      "approvals",
      "ask",
      "audit",
      "azure",
      "call",
      "calls",
      "check",
      "connect",
      "connections",
      "console",
      "diff",
      "doctor",
      "drafts",
      "effective",
      "explain",
      "explain-error",
      "grants",
      "init",
      "keys",
      "lock",
      "new",
      "policy",
      "quarantine",
      "reload",
      "results",
      "rules",
      "runs",
      "serve",
      "servers",
      "test",
      "tools",
      "top",
    ]);
  });

  it("include the addresses of the admin API", () => {
    const all = [
      ...routes,
      ...grantRoutes,
      ...draftRoutes,
      ...quarantineRoutes,
      ...admissionRoutes,
      ...serverRoutes,
      ...toolRoutes,
      ...tryRoutes,
      ...reloadRoutes,
      ...configurationRoutes,
      ...callRoutes,
      ...askRoutes,
      ...runRoutes,
      ...meRoutes,
      ...openApiRoutes,
      ...overviewRoutes,
      ...eventRoutes,
      ...auditRoutes,
      ...resultsRoutes,
      ...policyRoutes,
      ...connectionRoutes,
    ];
    expect(all.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /admin/v1/approvals",
      "GET /admin/v1/approvals/{id}",
      "POST /admin/v1/approvals/{id}/approve",
      "POST /admin/v1/approvals/{id}/deny",
      "POST /admin/v1/approvals/{id}/revoke",
      "GET /admin/v1/grants",
      "POST /admin/v1/grants",
      "GET /admin/v1/grants/{id}",
      "POST /admin/v1/grants/{id}/revoke",
      "GET /admin/v1/drafts",
      "POST /admin/v1/drafts",
      "GET /admin/v1/drafts/{set}/{name}",
      "POST /admin/v1/drafts/{set}/{name}/edit",
      "POST /admin/v1/drafts/{set}/{name}/approve",
      "POST /admin/v1/drafts/{set}/{name}/reject",
      "GET /admin/v1/quarantine",
      "GET /admin/v1/quarantine/{id}",
      "POST /admin/v1/quarantine/{id}/forget",
      "GET /admin/v1/admissions",
      "GET /admin/v1/admissions/{server}/{tool}",
      "POST /admin/v1/admissions/{server}/{tool}/admit",
      "POST /admin/v1/admissions/{server}/{tool}/withdraw",
      "GET /admin/v1/servers",
      "GET /admin/v1/servers/{name}",
      "GET /admin/v1/tools",
      "GET /admin/v1/tools/{server}/{name}",
      "GET /admin/v1/tools/{server}/{name}/drift",
      "GET /admin/v1/tools/{server}/{name}/form",
      "POST /admin/v1/tools/{server}/{name}/try",
      "POST /admin/v1/reload",
      "POST /admin/v1/reload/plan",
      "GET /admin/v1/config/effective",
      "GET /admin/v1/endpoints",
      "GET /admin/v1/calls",
      "GET /admin/v1/calls/{id}",
      "GET /admin/v1/ask",
      "POST /admin/v1/ask",
      "GET /admin/v1/runs",
      "GET /admin/v1/runs/{id}",
      "GET /admin/v1/me",
      "GET /admin/v1/openapi.json",
      "GET /admin/v1/overview",
      "GET /admin/v1/events",
      "GET /admin/v1/audit/status",
      "POST /admin/v1/audit/verify",
      "GET /admin/v1/audit/rows/{row}",
      "GET /admin/v1/audit/rows/{row}/proof",
      "GET /admin/v1/audit/unfinished",
      "POST /admin/v1/audit/unfinished/close",
      "GET /admin/v1/audit/export",
      "GET /admin/v1/results",
      "GET /admin/v1/results/{callId}",
      "GET /admin/v1/results/{callId}/output",
      "GET /admin/v1/policy",
      "POST /admin/v1/policy",
      "GET /admin/v1/policy/versions",
      "POST /admin/v1/policy/explain",
      "POST /admin/v1/policy/check",
      "POST /admin/v1/policy/try",
      "GET /admin/v1/connections",
      "GET /admin/v1/connections/{id}",
      "POST /admin/v1/connections/{id}/test",
      "POST /admin/v1/connections/{id}/revoke",
      "POST /admin/v1/connections/{id}/token",
    ]);
  });

  it("include the kinds of notes in the audit log, which are never renamed or reused", () => {
    expect(noteKinds).toEqual([
      "admission.given",
      "admission.withdrawn",
      "approval.requested",
      "approval.shown",
      "approval.decided",
      "approval.consumed",
      "approvals.pruned",
      "audit.accepted",
      "audit.exported",
      "audit.read",
      "audit.resumed",
      "call.lost",
      "connection.added",
      "connection.expired",
      "connection.pushed",
      "connection.refused",
      "connection.revoked",
      "connection.widened",
      "draft.decided",
      "draft.imported",
      "draft.scanned",
      "draft.searched",
      "draft.written",
      "entry.dropped",
      "gateway.reload-refused",
      "gateway.reloaded",
      "gateway.started",
      "gateway.stopped",
      "grant.expired",
      "grant.given",
      "grant.revoked",
      "grant.used",
      "grants.pruned",
      "histories.pruned",
      "identity.refused",
      "identity.verified",
      "item.drifted",
      "item.updated",
      "item.withheld",
      "keys.rotated",
      "lock.created",
      "notes.lost",
      "policy.asked",
      "policy.loaded",
      "policy.put",
      "policy.unusable",
      "quarantine.forgotten",
      "quarantine.pruned",
      "quarantine.shown",
      "quarantine.trimmed",
      "result.shown",
      "results.pruned",
      "server.asked",
      "server.unavailable",
      "subject.erased",
      "task.cancelled",
      "task.created",
      "task.read",
      "task.refused",
      "task.updated",
      "tasks.pruned",
      "tool.discovered",
      "tool.drifted",
      "tool.nonconformant",
      "tool.removed",
      "tool.unreviewed",
      "tool.updated",
      "tool.withheld",
    ]);
  });

  it("have a line for every kind of note on the page about the audit format", () => {
    const page = readFileSync(resolve(import.meta.dirname, "../docs/audit-format.md"), "utf8");
    const kinds = ["call.opened", "call.closed", ...noteKinds];
    expect(kinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
  });

  it("include the keys of our own metadata", () => {
    expect(sdk.termsKey).toBe("dev.toolcourt/contract");
    expect(approvalMetaKey).toBe("dev.toolcourt/approval");
    expect(operationKey).toBe("dev.toolcourt/operation");
    expect(correlationMetaKey).toBe("dev.toolcourt/correlation");
    expect(sessionMetaKey).toBe("dev.toolcourt/session");
  });
});
