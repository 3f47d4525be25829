import { type Effect, effects } from "@toolcourt/sdk";
import { z } from "zod";
import { webAddress } from "./address.ts";
import { duration } from "./duration.ts";
import { choice, fullText, keysAndValues, listOf, trueOrFalse } from "./pieces.ts";
import { type Environment, expandVariables } from "./variables.ts";

// How questions are answered.

const model = z.strictObject(
  {
    url: webAddress,
    name: fullText,
    key: z.exactOptional(fullText),
    timeout: duration.prefault("PT60S"),
    temperature: choice(["zero", "default"]).default("zero"),
  },
  keysAndValues,
);

export const summaryModes = ["off", "extractive", "paraphrase"] as const;
export const planners = ["builtin", "model"] as const;

export const hostSchema = z.strictObject(
  {
    planner: choice(planners).default("builtin"),
    model: z.exactOptional(model),
    summary: choice(summaryModes).default("extractive"),
    ask: trueOrFalse.default(false),
    effects: z.exactOptional(listOf(choice(effects), "effects")),
  },
  keysAndValues,
);

type HostFile = z.output<typeof hostSchema>;

/** A model behind an endpoint that speaks the OpenAI-compatible protocol. */
export interface ModelSettings {
  readonly url: URL;
  readonly name: string;
  /** What lets us in there. Hidden like every other secret. */
  readonly key?: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
  /** What of its temperature a model is told. Some take no other than their own. */
  readonly temperature: 0 | "default";
}

export interface HostSettings {
  readonly planner: (typeof planners)[number];
  /** Chooses what a summary quotes wherever it is there, and plans where the planner is a model. */
  readonly model?: ModelSettings;
  readonly summary: (typeof summaryModes)[number];
  /** Whether the host is offered as the tool `ask`. */
  readonly ask: boolean;
  /** What tools may do that a question may call. Absent where it depends on who asks. */
  readonly effects?: readonly Effect[];
}

export function toHost({ model: file, ...same }: HostFile, environment: Environment): HostSettings {
  return { ...same, ...(file && { model: toModel(file, environment) }) };
}

function toModel(
  { url, name, key, timeout: timeoutMs, ...file }: NonNullable<HostFile["model"]>,
  environment: Environment,
): ModelSettings {
  const temperature = file.temperature === "zero" ? 0 : "default";
  if (key === undefined) return { url, name, timeoutMs, temperature };
  const expansion = expandVariables(key, environment);
  if (expansion.kind === "refused") throw new TypeError("an unknown variable was let through");
  return { url, name, timeoutMs, temperature, key: expansion.text };
}
