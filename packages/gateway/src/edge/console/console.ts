import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { sendJson, sendRefusal } from "../admin/respond.ts";
import { type AuthenticatedRequest, limitCallers, type TakeRequest } from "../callers.ts";
import { adminPath } from "../elsewhere.ts";
import type { OpenAdmin, OpenConsole } from "../entrance.ts";
import { type AssetFiles, type Exchange, pageHeaders, sendAsset } from "./assets.ts";
import { createConsoleCallers } from "./callers.ts";
import { requireSession } from "./guard.ts";
import { type ConsolePlace, createPlaceOf } from "./place.ts";
import { answerSession, type SignInDeps } from "./sign-in.ts";

export interface ConsoleDeps extends SignInDeps {
  readonly files: AssetFiles;
  /** The admin API. The console has its routes, its handlers and its permissions. */
  readonly admin: OpenAdmin;
  /** Counts the requests of each principal. Default: no limit. */
  readonly takeRequest: TakeRequest | undefined;
}

const home = "/console/";
const sessionPath = "/console/session";
const apiRoot = "/console/api/";
const apiPath = "/console/api/v1/";

/** Serves the page, its sessions, and the admin API behind their guard. */
export function createConsole(deps: ConsoleDeps): OpenConsole {
  return (address, shutdown) => {
    const placeOf = createPlaceOf(address);
    const callers = createConsoleCallers();
    const admin = deps.admin(limitCallers(callers, deps.takeRequest), shutdown);

    const answerApi = async (
      { request, response }: Exchange<AuthenticatedRequest>,
      place: ConsolePlace,
    ): Promise<void> => {
      const session = requireSession(request, place, deps.sessions);
      const { url = "" } = request;
      if (!url.startsWith(apiPath)) throw new Refusal("request-invalid", { because: "path" });
      if (session.principal.kind === "local" && place.local === undefined) throw elsewhere;
      callers.mark(request, session);
      request.url = `${adminPath}${url.slice(apiPath.length)}`;
      await admin(request, response);
    };

    const answerJson = async (
      exchange: Exchange<AuthenticatedRequest>,
      { path, place }: { readonly path: string; readonly place: ConsolePlace },
    ): Promise<void> => {
      const { request, response } = exchange;
      for (const [name, value] of apiHeaders) response.setHeader(name, value);
      if (path !== sessionPath) await answerApi(exchange, place);
      else sendJson(response, await answerSession(deps, request, { place, response }));
    };

    const answer = async (exchange: Exchange<AuthenticatedRequest>): Promise<void> => {
      const { request } = exchange;
      const place = placeOf(request);
      if (place === undefined) throw elsewhere;
      const [path = ""] = (request.url ?? "").split("?");
      if (deps.login?.isAbout(path) === true) {
        await deps.login.answer(exchange, place);
        return;
      }
      if (path !== sessionPath && !path.startsWith(apiRoot)) {
        sendPage(deps.files, path, exchange);
      } else await answerJson(exchange, { path, place });
    };

    return async (request, response) => {
      try {
        await answer({ request, response });
      } catch (error) {
        sendRefusal(response, { error });
      }
    };
  };
}

const elsewhere = new Refusal("console-refused", { because: "place" });

/** Answers of the API have a stricter policy for contents of their own. */
const apiHeaders = Object.entries(pageHeaders).filter(
  ([name]) => name !== "content-security-policy",
);

function sendPage(files: AssetFiles, path: string, exchange: Exchange): void {
  if (path.startsWith(home)) sendAsset(files, path.slice(home.length), exchange);
  else exchange.response.writeHead(302, { ...pageHeaders, location: home }).end();
}
