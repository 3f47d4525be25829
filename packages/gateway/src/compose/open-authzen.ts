import { createAuthzen } from "../edge/authzen/authzen.ts";
import type { AnsweredQuestion } from "../edge/authzen/decide.ts";
import type { OpenAdmin } from "../edge/entrance.ts";
import type { Review } from "./decide-on-calls.ts";
import type { OpenAuthority } from "./open-authority.ts";
import type { ConfiguredGateway } from "./open-configured.ts";

/** Opens the answers to questions of AuthZEN, if the configuration turns them on. */
export function openAuthzen(
  { config, gateway, authority }: ConfiguredGateway,
  first: Review | undefined,
  newId: () => string,
): OpenAdmin | undefined {
  const { auth, answersQuestions } = config;
  if (!answersQuestions || auth === undefined) return undefined;
  if (first === undefined || authority === undefined) return undefined;
  return createAuthzen({
    resource: auth.resource,
    permits: (principal, permission) =>
      (gateway.review ?? first).permits(principal, permission).kind,
    evaluate: gateway.evaluate,
    newId,
    answered: noteAnswers(authority),
  });
}

/** Records each question with its answer. Names of persons are pseudonyms there. */
function noteAnswers({ notes, subjects }: OpenAuthority): (question: AnsweredQuestion) => void {
  return ({ by, subject, tool, decision, reason }) => {
    notes.write("policy.asked", async () => {
      const asker = await subjects.of(by);
      const asked = subject && (await subjects.of(subject));
      return { by: asker.id, ...(asked && { subject: asked.id }), tool, decision, reason };
    });
  };
}
