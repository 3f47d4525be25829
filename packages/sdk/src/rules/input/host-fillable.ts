import { isJsonObject, type JsonSchema, type JsonValue, own } from "../../contract/json.ts";
import { filledByHost } from "../host-filled-names.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { dereferenced, propertiesOf } from "../schema-shape.ts";

const hosts = { type: "string", "x-host-injected": true };

export const inputHostFillable = defineRule({
  id: "input/host-fillable",
  severity: everywhere("error"),
  requirements: ["S3-62"],
  summary: "Reject required parameters that only the host may fill and that it does not fill",
  why: `No caller may set a parameter that is marked with \`x-host-injected\`. The host sets only the ids of the
call and the name of its connection, and only at the top level of the input. If any other marked parameter
is required, every call is refused: the caller would have to add a value that it may not send.`,
  good: [
    withParameters(
      {
        correlation_id: hosts,
        login: { type: "object", properties: { password: hosts } },
      },
      ["correlation_id", "login"],
    ),
  ],
  bad: [
    withParameters({ access_token: hosts }, ["access_token"]),
    withParameters({
      context: {
        type: "object",
        properties: { correlation_id: hosts },
        required: ["correlation_id"],
      },
    }),
  ],

  *check({ input }) {
    for (const { name, value, pointer, required } of propertiesOf(input)) {
      if (!required || !isHosts(value, input)) continue;
      const isTop = pointer.split("/").length === topLevel;
      if (isTop && known.has(name)) continue;
      const message = isTop ? unknown : tooDeep;
      yield { pointer: `/input${pointer}`, message };
    }
  },
});

/** Number of parts in `/properties/name`. */
const topLevel = 3;

const known: ReadonlySet<string> = new Set(filledByHost);
const names = filledByHost.map((name) => `\`${name}\``).join(", ");

const unknown = `Take this parameter out of \`required\`: no caller can give it. The host fills ${names}.`;
const tooDeep =
  "Take this parameter out of `required`, or put it at the top level of the input: the host fills nothing below it.";

/** Returns whether the parameter is marked, directly or through its reference. */
function isHosts(value: JsonValue, input: JsonSchema): boolean {
  if (!isJsonObject(value)) return false;
  return [value, dereferenced(value, input)].some((each) => own(each, "x-host-injected") === true);
}
