import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Answers notifications, without an id. */
export const answersNotifications: Exhibit = {
  breaks: "test/answer-unasked",
  answersNotifications: true,
  start: () => [sayText],
};
