import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sample, stringMatching } from "fast-check";

export interface Sample {
  readonly rule: string;
  readonly text: string;
}

/** Generates one text for each gitleaks rule, from the rule's own expression. */
export function gitleaksSamples(folder: string, seed = 20_260_728): readonly Sample[] {
  const file = join(folder, "secrets", "gitleaks.toml");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("[[rules]]")
    .slice(1)
    .flatMap((rule) => {
      const id = /^id = "([^"]+)"/m.exec(rule)?.[1];
      const expression = /^regex = '''([\s\S]*?)'''/m.exec(rule)?.[1];
      if (id === undefined || expression === undefined) return [];
      return [{ rule: id, text: textFor(expression, seed) }];
    });
}

function textFor(expression: string, seed: number): string {
  const [text] = sample(
    stringMatching(new RegExp(`^(?:${inOurDialect(expression)})$`), { size: "-1" }),
    {
      numRuns: 1,
      seed,
    },
  );
  return `${text ?? ""}\n`;
}

/** Removes syntax unknown to the generator: inline flags, group names, anchors. */
function inOurDialect(expression: string): string {
  return (
    expression
      .replaceAll(/\(\?-?[is]+\)/g, "")
      .replaceAll(/\(\?-?[is]+:|\(\?P<\w+>/g, "(?:")
      .replaceAll("[[:alnum:]]", "[A-Za-z0-9]")
      .replaceAll(/\|\\z\)|\|\$\)|\|\$\|\\b\)/g, ")")
      .replaceAll(/\(\?:[\^$]\|/g, "(?:")
      // An unescaped dot in a host name means a literal dot.
      .replaceAll(/(?<=[a-z])\.(?=[a-z]{3})/g, "\\.")
      .replaceAll(/(?<!\\)\\b/gi, "")
  );
}
