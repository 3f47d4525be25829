import { isJsonObject, type JsonObject, own } from "../../contract/json.ts";
import { destinationsOf } from "../../flow/destinations.ts";
import { leadsOut } from "../../flow/leads-out.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";

const page = withParameters({ url: { type: "string", format: "uri" } });

export const termsReachAgrees = defineRule({
  id: "terms/reach-agrees",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: [],
  summary: "Forbid reads that claim to stay inside while their caller chooses the address",
  why: `A request carries data out in its address. A tool that fetches any page can send what an agent knows to
any host, although it changes nothing. It counts as one that reaches outside, whatever it claims.`,
  good: [
    { ...page, terms: { reach: "outside" } },
    {
      ...withParameters({ host: { type: "string" } }),
      terms: { reach: "internal", input: { "/host": { role: "identifier" } } },
    },
    { ...withParameters({ path: { type: "string" } }), terms: { reach: "internal" } },
  ],
  bad: [
    { ...page, terms: { reach: "internal" } },
    { ...page, asReceived: { annotations: { readOnlyHint: true, openWorldHint: false } } },
  ],

  *check(contract) {
    const { effect, terms, asReceived } = contract;
    if (effect !== "read") return;
    const isInside =
      terms.reach === "internal" || (terms.reach === undefined && isClosedWorld(asReceived));
    if (!isInside) return;
    for (const { flow, schemaPointer } of destinationsOf(contract)) {
      if (!leadsOut(flow)) continue;
      yield {
        pointer: `/input${schemaPointer}`,
        message:
          "Set the `reach` to `outside`: the caller chooses this address, or give it the role `identifier` if the tool cannot leave your systems.",
      };
    }
  },
});

function isClosedWorld(tool: JsonObject): boolean {
  const annotations = own(tool, "annotations");
  return isJsonObject(annotations) && own(annotations, "openWorldHint") === false;
}
