import { type JsonObject, readContract } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";

const textRules = builtinRules.filter(({ id }) => id.startsWith("text/"));
const bench = {
  rules: textRules,
  profiles: ["core"],
  scene: { namesakes: () => 1, now: 0 },
} as const;

/**
 * Returns whether the texts of a result may stand in a contract, where models that list the tool
 * read them. Applies the rules for a server's own definition: no instructions, nothing hidden, no
 * credentials.
 */
export function isHarmless(texts: JsonObject): boolean {
  const reading = readContract({ server: "", tool: { name: "example", texts } });
  return reading.kind === "contract" && lintContract(reading.contract, bench).length === 0;
}
