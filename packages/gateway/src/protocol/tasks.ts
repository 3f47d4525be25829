import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { tasksExtension } from "./extensions.ts";

/** Returns whether the sender of a modern request declares that it takes tasks. */
export function declaresTasks(capabilities: JsonObject): boolean {
  const extensions = own(capabilities, "extensions");
  return isJsonObject(extensions) && isJsonObject(own(extensions, tasksExtension));
}

/** Returns whether a result is the handle of a task. */
export function isTaskResult(raw: unknown): raw is JsonObject {
  return isJsonObject(raw) && own(raw, "resultType") === "task";
}
