import { profileNames } from "@toolcourt/sdk/rules";
import { judgeTools } from "../../registry/judge.ts";
import { allRules } from "../../registry/rules.ts";
import { defineCommand } from "../command.ts";
import { readProfiles } from "../profiles.ts";
import { summarize } from "../report.ts";
import { formatOf, formats, reporters } from "../reporters.ts";
import { readTargets, type Target } from "../targets.ts";

export const check = defineCommand({
  name: "check",
  summary: "Judge tools by the rules and say which may be called",
  positionals: "<file...>",
  flags: {
    profile: {
      type: "list",
      value: "name",
      summary: `Judge by this profile; repeat it for several, of which the strictest counts (${profileNames.join(", ")}; default: core)`,
    },
    server: {
      type: "text",
      value: "name",
      summary: "Whose tools these are (default: the file's name)",
    },
    format: {
      type: "text",
      value: "format",
      summary: "How to report (default: text)",
      choices: formats,
    },
    json: { type: "switch", summary: "The same as --format json" },
  },
  notes: [
    "A file holds an array of tools, an object with `tools`, the answer to `tools/list`, or one tool a line.",
    "Name - to read standard input.",
  ],

  async run({ values, positionals }, surroundings) {
    const { terminal, clock } = surroundings;
    const profiles = readProfiles(values.profile);
    const targets: Target[] = [];
    for (const file of new Set(positionals)) {
      targets.push(...(await readTargets(file, values.server, surroundings)));
    }
    const verdicts = judgeTools(targets, { rules: allRules, profiles, now: clock.now() });
    const judged = verdicts.flatMap((verdict, index) => {
      const target = targets[index];
      return target === undefined ? [] : [{ ...target, ...verdict }];
    });
    const summary = summarize(verdicts);
    const report = reporters[values.json ? "json" : formatOf(values.format)];
    terminal.out(report({ judged, summary, rules: allRules }, terminal));
    return summary.errors > 0 ? 1 : 0;
  },
});
