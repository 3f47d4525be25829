import type { JsonObject } from "@toolcourt/sdk";

/** A request, and what the figures call it. */
export interface Question {
  readonly label: string;
  readonly method: string;
  readonly params: JsonObject;
}

const givenArguments = { city: "Bern" };
const call = (name: string): Question => ({
  label: name,
  method: "tools/call",
  params: { name, arguments: givenArguments },
});
/** Asks for the tool, resource, prompt and completion of a name. */
const everything = (name: string): readonly Question[] => [
  call(name),
  { label: `${name} (resource)`, method: "resources/read", params: { uri: `load:///${name}` } },
  { label: `${name} (prompt)`, method: "prompts/get", params: { name, arguments: givenArguments } },
  {
    label: `${name} (completion)`,
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name },
      argument: { name: "city", value: "B" },
    },
  },
];
export const healthy = ["get-calm", "get-mixed-good"].flatMap(everything);
const failing = [...["get-shaky", "get-mixed-bad"].flatMap(everything), call("get-exiting")];
export const noisy = [...failing, ...everything("get-mixed-good")];
