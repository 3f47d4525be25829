import { type Effect, effects } from "@toolcourt/sdk";
import { z } from "zod";
import { webAddress } from "./address.ts";
import { duration } from "./duration.ts";
import { choice, fullText, keysAndValues, listOf, trueOrFalse } from "./pieces.ts";
import { type Environment, expandVariables } from "./variables.ts";

// Settings of the host, which answers questions.

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

/** A model behind an OpenAI-compatible endpoint. */
export interface ModelSettings {
  readonly url: URL;
  readonly name: string;
  /** API key. Redacted like every other secret. */
  readonly key?: string;
  /** Timeout per answer. */
  readonly timeoutMs: number;
  /** Temperature sent to the model. Some models accept only their default. */
  readonly temperature: 0 | "default";
}

export interface HostSettings {
  readonly planner: (typeof planners)[number];
  /** Selects the quotes of summaries if set, and plans if the planner is `model`. */
  readonly model?: ModelSettings;
  readonly summary: (typeof summaryModes)[number];
  /** Whether the host is offered as the tool `ask`. */
  readonly ask: boolean;
  /** Allowed effects of the tools that a question may call. Default: depends on the entrance. */
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
