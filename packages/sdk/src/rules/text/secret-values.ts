import type { ToolContract } from "../../contract/contract.ts";
import { isJsonObject, own } from "../../contract/json.ts";
import { schemaValues } from "../definition-texts.ts";
import { hostFilled } from "../host-filled-names.ts";
import { defineRule, everywhere, type Remark, withParameters } from "../rule.ts";
import { propertiesOf } from "../schema-shape.ts";
import { hasCredentialForm, looksGenerated } from "./credential-forms.ts";

const message =
  "Remove this value: it looks like a credential, and every client that lists tools gets it.";

export const textSecretValues = defineRule({
  id: "text/secret-values",
  severity: { ...everywhere("warning"), "cloud-discovery": "error" },
  requirements: ["S2-9", "S2-23"],
  summary: "Forbid credentials in defaults, choices and examples",
  why: `A definition is sent to every client and every model. A key in a default or an example is
published, and a model may well use it.`,
  good: [withParameters({ api_key: { type: "string", examples: ["your-key-here"] } })],
  bad: [
    withParameters({ key: { type: "string", default: `AKIA${"EXAMPLE0".repeat(2)}` } }),
    withParameters({ password: { type: "string", default: "q8Zr2Lx0vT5wYb7N" } }),
  ],

  *check(contract) {
    const found = new Set<string>();
    for (const { value, pointer } of schemaValues(contract)) {
      if (hasCredentialForm(value)) found.add(pointer);
    }
    for (const pointer of generatedDefaults(contract)) found.add(pointer);
    yield* [...found].map((pointer): Remark => ({ pointer, message }));
  },
});

/** Yields the pointers of secret-named parameters whose default looks generated. */
function* generatedDefaults({ input }: ToolContract): Generator<string> {
  for (const { name, value, pointer } of propertiesOf(input)) {
    if (!isJsonObject(value) || hostFilled(name, value) !== "secret") continue;
    const given = own(value, "default");
    if (typeof given === "string" && looksGenerated(given)) yield `/input${pointer}/default`;
  }
}
