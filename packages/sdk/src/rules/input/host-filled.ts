import { isJsonObject, type JsonValue, own } from "../../contract/json.ts";
import { type HostFilled, hostFilled } from "../host-filled-names.ts";
import { defineRule, everywhere, type Remark, withParameters } from "../rule.ts";
import { propertiesOf } from "../schema-shape.ts";

export const inputHostFilled = defineRule({
  id: "input/host-filled",
  severity: { ...everywhere("warning"), "cloud-discovery": "error" },
  requirements: ["S2-7", "S2-9", "S3-62", "S3-63"],
  summary: "Require parameters that only the host may fill to say so",
  why: `A model that fills in a password has read it somewhere, and will write it somewhere else. Mark
values that only a person or the host may set with \`x-host-injected\`. No model sees such a parameter, and
a value that a model sends for it is refused.`,
  good: [
    withParameters({
      access_token: { type: "string", "x-host-injected": true },
      max_tokens: { type: "integer" },
      page_token: { type: "string" },
    }),
  ],
  bad: [
    withParameters({ apiKey: { type: "string" } }),
    withParameters({ correlation_id: { type: "string" } }),
    withParameters({ city: { type: "string", "x-host-injected": "yes" } }),
  ],

  *check({ input }) {
    for (const { name, value, pointer } of propertiesOf(input)) {
      const remark = remarkOn(name, value);
      if (remark !== undefined)
        yield { pointer: `/input${pointer}${remark.pointer}`, message: remark.message };
    }
  },
});

const advice: Readonly<Record<HostFilled, string>> = {
  secret: "Mark this secret with `x-host-injected: true`, or take it from the connection.",
  "call id": "Mark this id with `x-host-injected: true`; the host gives it to every call.",
};

function remarkOn(name: string, value: JsonValue): Remark | undefined {
  const mark = isJsonObject(value) ? own(value, "x-host-injected") : undefined;
  if (mark !== undefined && typeof mark !== "boolean") {
    return { pointer: "/x-host-injected", message: "Set `x-host-injected` to true or false." };
  }
  const kind = mark === true ? undefined : hostFilled(name, value);
  return kind === undefined ? undefined : { pointer: "", message: advice[kind] };
}
