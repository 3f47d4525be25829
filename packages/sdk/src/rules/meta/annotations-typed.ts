import { isJsonObject, own } from "../../contract/json.ts";
import { defineRule, everywhere } from "../rule.ts";
import { annotationsOf, hints } from "./annotations.ts";

export const metaAnnotationsTyped = defineRule({
  id: "meta/annotations-typed",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Require annotations of the types that the protocol gives them",
  why: `A hint that is the text "false" counts as true in one client, as false in the next and breaks the whole list
in a third. A hint with three readings is not reliable.`,
  good: [
    { asReceived: {} },
    { asReceived: { annotations: { title: "Forecast", readOnlyHint: true } } },
  ],
  bad: [
    { asReceived: { annotations: { readOnlyHint: "true" } } },
    { asReceived: { annotations: { title: 7 } } },
    { asReceived: { annotations: ["readOnlyHint"] } },
  ],

  *check({ asReceived }) {
    const given = own(asReceived, "annotations");
    if (given !== undefined && !isJsonObject(given)) {
      yield { pointer: "/asReceived/annotations", message: "Write the annotations as an object." };
    }
    const annotations = annotationsOf(asReceived);
    for (const hint of hints) {
      const value = own(annotations, hint);
      if (value === undefined || typeof value === "boolean") continue;
      yield {
        pointer: `/asReceived/annotations/${hint}`,
        message: "Give true or false, or leave the hint out.",
      };
    }
    const title = own(annotations, "title");
    if (title !== undefined && typeof title !== "string") {
      yield { pointer: "/asReceived/annotations/title", message: "Give the title as text." };
    }
  },
});
