import { type Explanation, explanations } from "@toolcourt/contracts/internal/errors/explanations";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { defineCommand, jsonFlag, type Terminal } from "../../command.ts";
import { unknown } from "../../names.ts";
import { createPaint, tableRows } from "../../style.ts";

export const command = defineCommand({
  flags: { json: jsonFlag },
  notes: [],

  async run({ values, positionals: [code] }, { terminal }) {
    if (code === undefined) {
      terminal.out(values.json ? printableJson(explanations) : list(terminal));
      return 0;
    }
    const found = explanations.find((each) => each.code === code);
    if (found === undefined) {
      const codes = explanations.map((each) => each.code);
      throw new Refusal("error-unknown", unknown(code, codes));
    }
    terminal.out(values.json ? printableJson(found) : explain(found, terminal));
    return 0;
  },
});

function list(terminal: Terminal): string {
  const paint = createPaint(terminal);
  const rows = explanations.map(({ code, meaning }) => [paint("bold", code), meaning]);
  return tableRows(rows).join("\n");
}

const places = {
  command: "on the command line",
  call: "in the answer to a call",
  result: "in the result of a tool",
  admin: "in the admin API",
} satisfies Record<Explanation["seenIn"], string>;

function explain(explanation: Explanation, terminal: Terminal): string {
  const { code, seenIn, meaning, remedy, exit, retryable } = explanation;
  const paint = createPaint(terminal);
  return [
    `${paint("bold", code)}  ${explanation.class} error, ${places[seenIn]}`,
    `  means   ${meaning}`,
    `  do      ${remedy}`,
    ...(exit === undefined ? [] : [`  exit    ${exit}`]),
    ...(retryable === undefined ? [] : [`  retry   ${retryable ? "may help" : "does not help"}`]),
  ].join("\n");
}
