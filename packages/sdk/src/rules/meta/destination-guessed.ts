import type { Role } from "../../contract/flow.ts";
import { argumentGuesses } from "../../flow/argument-guesses.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";

export const metaDestinationGuessed = defineRule({
  id: "meta/destination-guessed",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Require the role of arguments that decide where data goes and who may do what",
  why: `A policy can ask where such a value came from. Without a stated role it is guessed by name, format,
pattern and description, and a guess only adds to what is checked. A wrong one asks a person for
nothing, and a missing one asks for too little. An overlay states the role for any server.`,
  good: [
    withParameters({ to: { type: "string", "x-role": "destination" } }),
    {
      ...withParameters({ to: { type: "string" } }),
      terms: { input: { "/to": { role: "destination", kind: "email" } } },
    },
    withParameters({ body: { type: "string" }, query: { type: "string" } }),
  ],
  bad: [
    { ...withParameters({ to: { type: "string" } }), effect: "write" },
    withParameters({ webhook_url: { type: "string", format: "uri" } }),
    {
      ...withParameters({ recipients: { type: "array", items: { type: "string" } } }),
      effect: "write",
    },
  ],

  *check(contract) {
    for (const { pointer, schemaPointer, role, kind, because } of argumentGuesses(contract)) {
      if (!decisive.has(role)) continue;
      const mark = `{ role: ${role}${kind === undefined ? "" : `, kind: ${kind}`} }`;
      const line = plain.test(pointer) ? `input: { ${pointer}: ${mark} }` : mark;
      yield {
        pointer: `/input${schemaPointer}`,
        message: `State what this argument does: it counts as ${role} because ${because}, which the overlay line \`${line}\` confirms.`,
      };
    }
  },
});

/** Ids and other things acted upon are left out: almost every tool that writes has one. */
const decisive: ReadonlySet<Role> = new Set(["destination", "credential", "privilege"]);

// Names come from the server, and a message has no text of strangers but plain words.
const plain = /^[\w/*.-]{1,100}$/;
