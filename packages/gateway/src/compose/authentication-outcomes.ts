import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { Notes } from "../governance/audit/notes.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import type {
  AuthenticationFailure,
  AuthenticationOutcomes,
  Identity,
} from "../governance/identity/identity.ts";
import type { Logger } from "../telemetry/events.ts";

export interface AuthenticationOutcomesDeps extends Pick<Runtime, "clock"> {
  readonly log: Logger["log"];
  readonly notes: Notes;
  readonly subjects: Pick<Subjects, "of">;
}

/** Refusals of one kind since the last line. */
interface Counted {
  readonly last: AuthenticationFailure;
  readonly requests: number;
}

const everyMs = 1_000;
const maxNames = 32;

/**
 * Records accepted callers once per token, and refused ones. The first refusal of a kind is logged
 * at once, further ones are counted once a second. A flood of bad tokens thus fills neither log nor
 * disk.
 */
export function openAuthenticationOutcomes(
  deps: AuthenticationOutcomesDeps,
): AuthenticationOutcomes & AsyncDisposable {
  const { log, notes, subjects, clock } = deps;
  const closing = new AbortController();
  const counted = new Map<string, Counted>();
  const logging = new Set<Promise<void>>();

  const logRefused = (failure: AuthenticationFailure, requests: number): void => {
    const { because, issuer, client } = failure;
    log("identity.refused", {
      because,
      requests,
      ...(issuer === undefined ? {} : { issuer }),
      ...(client === undefined ? {} : { client }),
    });
  };
  const keepLogging = async (kind: AuthenticationFailure, key: string): Promise<void> => {
    for (let next: Counted = { last: kind, requests: 1 }; next.requests > 0; ) {
      logRefused(next.last, next.requests);
      counted.set(key, { last: kind, requests: 0 });
      await clock.sleep(everyMs, closing.signal).catch(() => undefined);
      next = counted.get(key) ?? { last: kind, requests: 0 };
    }
    counted.delete(key);
  };

  return {
    refused: (kind) => {
      // Bounded: reasons are our own and issuers are configured.
      const key = JSON.stringify([kind.because, kind.issuer]);
      const before = counted.get(key);
      if (before !== undefined) {
        counted.set(key, { last: kind, requests: before.requests + 1 });
        return;
      }
      const logged = keepLogging(kind, key).finally(() => logging.delete(logged));
      logging.add(logged);
    },
    verified: (identity, endsAt) => {
      notes.write("identity.verified", () => signInOf(identity, endsAt, subjects));
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all(logging);
    },
  };
}

async function signInOf(
  { id, tenant, isSystem, roles, scopes }: Identity,
  endsAt: number,
  subjects: Pick<Subjects, "of">,
): Promise<JsonObject> {
  const kind = isSystem ? "system" : "user";
  const whose = tenant === undefined ? {} : { tenant };
  const subject = await subjects.of({ id, kind, ...whose });
  return {
    principal: { ...subject, kind },
    roles: roles.slice(0, maxNames),
    scopes: scopes.slice(0, maxNames),
    ...whose,
    // Absent for a key that does not expire.
    ...(Number.isFinite(endsAt) ? { endsAt } : {}),
  };
}
