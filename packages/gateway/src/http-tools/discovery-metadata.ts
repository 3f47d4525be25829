import type { JsonObject } from "@toolcourt/sdk";

// What every result of a discovery says about itself (S2-24). The gateway knows it, so no author
// writes it.

/** The facts of one discovery. */
export interface DiscoveryFacts {
  readonly discoveryId: string;
  readonly stage: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly startedAt: number;
  readonly finishedAt: number;
}

/** What the schema of a kind of tool adds to the common part. */
export interface DiscoveryForm {
  /** The properties of `counts`. */
  readonly counts: JsonObject;
  /** The counts that are always there. */
  readonly counted: readonly string[];
  /** Further properties. Default: none. */
  readonly more?: JsonObject;
  /** The further properties that are always there. Default: none. */
  readonly always?: readonly string[];
}

/** Returns the schema of `metadata.discovery`. */
export function discoverySchema({
  counts,
  counted,
  more = {},
  always = [],
}: DiscoveryForm): JsonObject {
  return {
    type: "object",
    description: "Which discovery this is, how far it came and when.",
    properties: {
      discovery_id: { type: "string", description: "The id of this discovery." },
      stage: { type: "string", description: "The step that the discovery was at." },
      counts: {
        type: "object",
        description: "How much was found.",
        properties: counts,
        required: counted,
        additionalProperties: false,
      },
      ...more,
      timestamps: {
        type: "object",
        description: "When the discovery began and ended.",
        properties: {
          started_at: moment("When it began."),
          finished_at: moment("When the last answer was there."),
        },
        required: ["started_at", "finished_at"],
        additionalProperties: false,
      },
    },
    required: ["discovery_id", "stage", "counts", ...always, "timestamps"],
    additionalProperties: false,
  };
}

function moment(description: string): JsonObject {
  return { type: "string", format: "date-time", description };
}

/** Returns the value of `metadata.discovery`. `more` has what the form adds. */
export function discoveryMetadata(facts: DiscoveryFacts, more: JsonObject = {}): JsonObject {
  const { discoveryId, stage, counts, startedAt, finishedAt } = facts;
  return {
    discovery_id: discoveryId,
    stage,
    counts: { ...counts },
    ...more,
    timestamps: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
    },
  };
}
