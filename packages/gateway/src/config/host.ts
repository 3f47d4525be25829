import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { type Effect, effects, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { duration } from "./duration.ts";
import { problem } from "./entries.ts";
import { choice, fullText, keysAndValues, listOf, trueOrFalse, webAddress } from "./pieces.ts";
import { type Environment, expanded, expandVariables } from "./variables.ts";

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
export interface ModelConfig {
  readonly url: URL;
  readonly name: string;
  /** API key. Redacted like every other secret. */
  readonly key?: string;
  /** Timeout per answer. */
  readonly timeoutMs: number;
  /** Temperature sent to the model. Some models accept only their default. */
  readonly temperature: 0 | "default";
}

export interface HostConfig {
  readonly planner: (typeof planners)[number];
  /** Selects the quotes of summaries if set, and plans if the planner is `model`. */
  readonly model?: ModelConfig | undefined;
  readonly summary: (typeof summaryModes)[number];
  /** Whether the host is offered as the tool `ask`. */
  readonly ask: boolean;
  /** Allowed effects of the tools that a question may call. Default: depends on the entrance. */
  readonly effects?: readonly Effect[];
}

export function toHost({ model: file, ...same }: HostFile, environment: Environment): HostConfig {
  return { ...same, model: file && toModel(file, environment) };
}

function toModel(file: NonNullable<HostFile["model"]>, environment: Environment): ModelConfig {
  return {
    url: file.url,
    name: file.name,
    timeoutMs: file.timeout,
    temperature: file.temperature === "zero" ? 0 : "default",
    ...(file.key !== undefined && { key: expanded(file.key, environment) }),
  };
}

/** Checks the relations between the host keys. */
export function* hostProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const host = own(file, "host");
  if (!isJsonObject(host)) return;
  const given = own(host, "model");
  if (given === undefined) {
    if (own(host, "planner") === "model") {
      yield problem(["host", "planner"], "Name the planning model in `model`.");
    }
    if (own(host, "summary") === "paraphrase") {
      const message = "Only a model can paraphrase; name one in `model`.";
      yield problem(["host", "summary"], message);
    }
  } else if (isJsonObject(given)) yield* modelProblems(given, environment);
}

function* modelProblems(given: JsonObject, environment: Environment): Generator<Problem> {
  const [url, key] = [own(given, "url"), own(given, "key")];
  const address = typeof url === "string" ? URL.parse(url) : null;
  if (address !== null) yield* addressProblems(address);
  if (typeof key !== "string") return;
  if (address?.protocol === "http:" && !isLoopback(address.hostname)) {
    const message = "Send a key only over https or to this machine.";
    yield problem(["host", "model", "key"], message);
  }
  const wrong = whatIsWrong(key, environment);
  if (wrong !== undefined) yield problem(["host", "model", "key"], wrong);
}

function* addressProblems({ href, username, password }: URL): Generator<Problem> {
  if (/[?#]/.test(href)) {
    yield problem(["host", "model", "url"], "Leave out the query and the fragment.");
  }
  if (`${username}${password}` !== "") {
    const message = "Leave out user and password; use `key`.";
    yield problem(["host", "model", "url"], message);
  }
}

function whatIsWrong(key: string, environment: Environment): string | undefined {
  const expansion = expandVariables(key, environment);
  if (expansion.kind === "refused") return expansion.problem;
  return /^[!-~]+$/.test(expansion.text)
    ? undefined
    : "A key is one word of visible ASCII characters.";
}
