import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import { mayServeConsole } from "../config/console.ts";
import type { AuthConfig } from "../config/server.ts";
import { principalFrom, type TakeRequest } from "../edge/callers.ts";
import { SingleUseCodes } from "../edge/console/codes.ts";
import { createConsole } from "../edge/console/console.ts";
import { ConsoleLogin } from "../edge/console/login.ts";
import { ConsoleSessions } from "../edge/console/sessions.ts";
import type { OwnerOfKey } from "../edge/console/sign-in.ts";
import type { OpenConsole } from "../edge/entrance.ts";
import { StateFollower } from "../edge/live/follow-states.ts";
import { SharedCalls } from "../edge/live/share-calls.ts";
import type { EntranceDeps } from "../edge/mcp-server.ts";
import { CallIndexer } from "../governance/calls/call-indexer.ts";
import type { Identities } from "../governance/identity/create-identities.ts";
import { isKeyHolder } from "../governance/identity/static-keys.ts";
import { LocalRate } from "../pipeline/limits/rate.ts";
import { readPages } from "./built-pages.ts";
import { looksOf } from "./live-looks.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The console of a gateway. */
export interface OpenedConsole extends AsyncDisposable {
  readonly open: OpenConsole;
  /** Makes a code that opens one session of the operator. */
  readonly issueCode: () => string;
}

/** Ends sessions whose time is over, and with them their streams. */
const lookMs = 1_000;
const attempts = { max: 20, windowMs: 60_000 };
/** Each client has three: begun logins, their answers, and proofs that its page posts. */
const maxClients = 3_000;
/** Codes of links that are not opened yet. */
const maxCodes = 100;

/** Opens the console over the admin API of an entrance. Loaded only if it is on. */
export function openConsole(
  configured: ConfiguredGateway,
  { admin, identities, takeRequest }: Pick<EntranceDeps, "admin" | "identities" | "takeRequest">,
  runtime: ProcessRuntime,
): Promise<OpenedConsole | undefined> {
  const { clock, newId, randomBytes, operator, consolePages } = runtime;
  const { config } = configured;
  const { host } = config.listen;
  if (!mayServeConsole({ host, resource: identities?.resource.resource.href })) {
    throw new Refusal("console-unavailable", { because: "place" });
  }
  // Without the services for reviewers there is no admin API.
  if (admin === undefined) return Promise.resolve(undefined);
  return openAll(async (stack) => {
    const files = await readPages(consolePages);
    const sessions = new ConsoleSessions({ clock, randomBytes });
    const codes = new SingleUseCodes<"operator">({ clock, randomBytes }, maxCodes);
    const endExpired = async (): Promise<void> => sessions.endExpired();
    stack.use(await poll({ clock, everyMs: lookMs, look: endExpired }));
    await openLive(configured, { clock, newId, stack });
    const rate = new LocalRate(clock, maxClients);
    const takeAttempt: TakeRequest = (key) => rate.take(key, attempts);
    const ownerOf = identities && ownersIn(identities);
    const login = await loginOf(configured, identities, { runtime, takeAttempt, stack });
    const signingIn = { sessions, codes, operator, ownerOf, takeAttempt, login };
    const open = createConsole({ ...signingIn, files, admin, takeRequest });
    return { open, issueCode: () => codes.issue("operator") };
  });
}

interface LoginParts {
  readonly runtime: ProcessRuntime;
  readonly takeAttempt: TakeRequest;
  readonly stack: AsyncDisposableStack;
}

/** Opens the login at an issuer, if it is configured. Its code is loaded only then. */
async function loginOf(
  { config, inForce, ca }: ConfiguredGateway,
  identities: Identities | undefined,
  { runtime, takeAttempt, stack }: LoginParts,
): Promise<ConsoleLogin | undefined> {
  const { auth: first, console: settings } = config;
  if (settings.login === undefined || identities === undefined || first === undefined) {
    return undefined;
  }
  const { openLogin } = await import("./open-login.ts");
  const auth = (): AuthConfig => inForce.config.auth ?? first;
  const issuer = await openLogin(settings.login, { identities, auth, ca, runtime, stack });
  return new ConsoleLogin({ issuer, runtime, takeAttempt });
}

interface LiveParts extends Pick<ProcessRuntime, "clock" | "newId"> {
  readonly stack: AsyncDisposableStack;
}

/** Looks for changes, and counts with the other processes of the gateway. */
async function openLive(
  { gateway, watch: { live }, authority }: ConfiguredGateway,
  { clock, newId, stack }: LiveParts,
): Promise<void> {
  if (live === undefined) return;
  stack.use(new StateFollower(looksOf(gateway), live.feed, clock));
  const calls = authority?.calls;
  const isAsked = (): boolean => gateway.review?.calls.isAsked === true;
  if (calls !== undefined) stack.use(new CallIndexer({ calls, clock, isAsked }));
  const channel = authority?.liveCalls;
  if (channel === undefined) return;
  const shared = stack.use(new SharedCalls({ ...live, channel, clock, name: newId() }));
  live.listeners.add(shared.note);
  stack.defer(() => void live.listeners.delete(shared.note));
  // The others show less if the store is away.
  await shared.listen().catch(() => undefined);
}

/** Only keys open sessions here: a token that is posted proves no person at this browser. */
function ownersIn({ authenticate, outcomes }: Identities): OwnerOfKey {
  return async (key, client) => {
    const found = await authenticate(`Bearer ${key}`);
    if (found.kind === "authenticated" && isKeyHolder(found.identity.id)) {
      const { identity, endsAt, until } = found;
      outcomes?.verified(identity, endsAt);
      return { principal: principalFrom(identity), endsAt, until };
    }
    const { because = "unknown" } = (found.kind === "refused" ? found.reason : undefined) ?? {};
    outcomes?.refused({ because, client });
    return undefined;
  };
}
