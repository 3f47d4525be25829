import { type JsonObject, readContract } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";

const textRules = builtinRules.filter(({ id }) => id.startsWith("text/"));
const bench = {
  rules: textRules,
  profiles: ["core"],
  scene: { namesakes: () => 1, now: 0 },
} as const;

/**
 * Whether the texts of a result may stand in a contract, where every model that lists the tool may read them.
 * Held to the same rules as the texts of a server's own definition: no orders, nothing hidden, no credentials.
 */
export function isHarmless(texts: JsonObject): boolean {
  const reading = readContract({ server: "", tool: { name: "example", texts } });
  return reading.kind === "contract" && lintContract(reading.contract, bench).length === 0;
}
