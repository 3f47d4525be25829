import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Interaction, Provider } from "oidc-provider";
import type { LoginManners } from "./login-issuer.ts";

/** Creates the page of the issuer at which a person signs in, with a name and a button. */
export function createLoginPage(provider: Provider, manners: LoginManners): RequestListener {
  const decide = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const finish = (result: object): Promise<void> =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    const interaction = await provider.interactionDetails(request, response);
    if (interaction.prompt.name !== "login") {
      return finish({ consent: { grantId: await grant(provider, interaction) } });
    }
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(form);
      return undefined;
    }
    const person = new URLSearchParams(await text(request)).get("person") ?? "";
    const error_description = '<img src=x onerror="alert(1)"> raw text of the issuer';
    if (manners.denies) return finish({ error: "access_denied", error_description });
    return finish({ login: { accountId: person } });
  };
  return (request, response) => {
    decide(request, response).catch(() => response.writeHead(500).end());
  };
}

const form = `<!doctype html><title>The issuer</title><form method="post">
<label>Name <input name="person"></label> <button>Sign in</button></form>`;

/** Grants all that is asked for. */
async function grant(provider: Provider, interaction: Interaction): Promise<string> {
  const { grantId, session, params, prompt } = interaction;
  const earlier = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const of = { accountId: session?.accountId ?? "", clientId: params.client_id };
  const given = earlier ?? new provider.Grant(of);
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  given.addOIDCScope(missingOIDCScope.join(" "));
  for (const [resource, missing] of Object.entries(missingResourceScopes)) {
    given.addResourceScope(resource, missing.join(" "));
  }
  return given.save();
}
