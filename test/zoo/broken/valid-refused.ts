import { sayText } from "../say-text.ts";
import { closed, type Exhibit } from "../server.ts";

/** Refuses texts that its schema accepts. */
export const validRefused: Exhibit = {
  breaks: "test/valid-refused",
  start: () => [
    { ...sayText, enforced: closed({ text: { type: "string", minLength: 1, maxLength: 64 } }) },
  ],
};
