import { Refusal } from "../foundation/errors/refusal.ts";

export function connectionUsage(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt connections --help" });
}
