import { z } from "zod";
import { kebabCase } from "./failures.ts";

const ratio = z.number().min(0).max(1);
const text = z.string().min(1);
const level = z.enum(["critical", "high", "medium", "low"]);
const milliseconds = z.number().nonnegative();

const suggestedAction = z.strictObject({
  action: z.string().regex(kebabCase).describe("What could be done next, in kebab-case"),
  priority: level,
  data: z.record(z.string(), z.unknown()).optional(),
  description: text.optional(),
  estimatedTime: milliseconds.optional().describe("Milliseconds"),
  estimatedCost: z.number().optional(),
  category: z.enum(["exploration", "optimization", "correction", "learning"]).optional(),
  prerequisites: z.array(text).optional(),
  expectedOutcome: text.optional(),
  reversible: z.boolean().optional(),
  confidence: ratio.optional(),
});

const relatedResource = z.strictObject({
  type: text,
  id: text,
  label: text,
  relevance: ratio,
  metadata: z
    .strictObject({
      category: text.optional(),
      lastAccessed: text.optional(),
      accessCount: z.int().nonnegative().optional(),
      quality: text.optional(),
      freshness: text.optional(),
    })
    .optional(),
});

const riskFactor = z.strictObject({
  type: z.enum(["performance", "accuracy", "cost", "complexity", "user-experience"]),
  severity: level,
  description: text,
  probability: ratio,
  impact: ratio,
  mitigation: text.optional(),
});

const dependency = z.strictObject({
  action: text,
  dependsOn: z.array(text),
  type: z.enum(["required", "recommended", "optional"]),
  reason: text.optional(),
});

const estimatedImpact = z
  .strictObject({
    benefit: ratio,
    effort: ratio,
    roi: z.number().nonnegative().describe("Benefit divided by effort"),
    affectedMetrics: z.array(text).optional(),
  })
  .refine(({ benefit, effort, roi }) => agrees(roi, unroundedRoi(benefit, effort)), {
    path: ["roi"],
    message: "Expected benefit divided by effort.",
  });

const preferenceAlignment = z.strictObject({
  action: text,
  preference: text,
  alignment: z.enum(["strong", "moderate", "weak", "neutral", "conflict"]),
  score: z.number().min(-1).max(1),
  explanation: text.optional(),
});

const warning = z.strictObject({
  type: z.enum(["validation", "duplicate", "conflict", "deprecation", "performance"]),
  severity: level,
  message: text,
  relatedIds: z.array(text).optional(),
  suggestedFix: text.optional(),
  autoFixable: z.boolean().optional(),
});

const alternative = z.strictObject({
  approach: text,
  confidence: ratio,
  reasoning: text,
  pros: z.array(text).optional(),
  cons: z.array(text).optional(),
  estimatedImpact: ratio.optional(),
});

/** Advice of a result about the next step. Never an instruction that must be followed. */
export const agentHintsSchema = z.strictObject({
  suggestedNextActions: z.array(suggestedAction),
  relatedResources: z.array(relatedResource),
  confidence: ratio,
  sourceQuality: z.enum(["high", "medium", "low", "unknown"]),
  validityPeriod: z.enum(["immediate", "short", "medium", "long", "indefinite"]),
  contextNeeded: z.array(text),
  assumptions: z.array(text),
  riskFactors: z.array(riskFactor),
  dependencies: z.array(dependency),
  estimatedImpact,
  preferenceAlignment: z.array(preferenceAlignment),
  reasoning: text.optional(),
  warnings: z.array(warning).optional(),
  alternatives: z.array(alternative).optional(),
  constraints: z.array(text).optional(),
  metadata: z
    .strictObject({
      generatedAt: z.iso.datetime({ offset: true }),
      generatedBy: text,
      modelVersion: text.optional(),
      processingTime: milliseconds.optional(),
    })
    .optional(),
});

export type AgentHints = z.output<typeof agentHintsSchema>;
export type SuggestedAction = z.output<typeof suggestedAction>;
export type RelatedResource = z.output<typeof relatedResource>;
export type RiskFactor = z.output<typeof riskFactor>;
export type ActionDependency = z.output<typeof dependency>;
export type EstimatedImpact = z.output<typeof estimatedImpact>;
export type PreferenceAlignment = z.output<typeof preferenceAlignment>;
export type HintWarning = z.output<typeof warning>;
export type Alternative = z.output<typeof alternative>;

function agrees(given: number, computed: number): boolean {
  return Math.abs(given - computed) <= roiTolerance;
}

/** Lower bound: an effort of zero would make every benefit infinite. */
const minEffort = 0.01;

/**
 * Allowed difference between a stated and the computed `roi`. The second term absorbs binary
 * rounding.
 */
const roiTolerance = 0.01 + 1e-9;

export function unroundedRoi(benefit: number, effort: number): number {
  return benefit === 0 ? 0 : benefit / Math.max(effort, minEffort);
}

/** Clamps a number to 0 to 1. NaN counts as 0. */
export function toRatio(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), 1);
}
