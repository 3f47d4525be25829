import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";

export function connectionUsage(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt connections --help" });
}
