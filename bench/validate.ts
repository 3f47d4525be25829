import { measureOverhead } from "../corpus/overhead.ts";

/** Reports the engine's overhead over bare Ajv, for a typical output of 20 fields. */
export async function benchValidate(): Promise<string> {
  const { bareUs, engineUs } = await measureOverhead();
  const ratio = (engineUs / bareUs).toFixed(2);
  const difference = (engineUs - bareUs).toFixed(2);
  return `validate: bare Ajv ${bareUs.toFixed(2)} µs, engine ${engineUs.toFixed(2)} µs, ratio ${ratio}, difference ${difference} µs (at most 3 µs)`;
}
