import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createModel } from "../models/create-model.ts";
import { type DoorSettings, type ModelPlace, openModelDoor } from "./model-door.ts";

export interface ModelSettings extends DoorSettings {
  /** Model name at the endpoint. */
  readonly name: string;
}

export interface OpenedModel extends AsyncDisposable {
  readonly model: LanguageModelV4;
}

/**
 * Opens a model behind an OpenAI-compatible endpoint.
 *
 * @example
 * ```ts
 * const url = "https://models.example/v1";
 * await using opened = openModel({ url, name: "small", key }, { clock: systemClock, randomBytes });
 * const plan = createModelPlanner({ model: opened.model });
 * ```
 */
export function openModel(settings: ModelSettings, place: ModelPlace): OpenedModel {
  const door = openModelDoor(settings, place);
  return {
    model: createModel({ url: settings.url, name: settings.name, fetch: door.fetch }),
    [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
  };
}
