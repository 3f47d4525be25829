import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Grant, Interaction, Provider } from "oidc-provider";

/** How a person decides. Every member can change while the issuer runs. */
export interface Decision {
  /** Whether the person denies. */
  denies: boolean;
  /** Scopes that the person does not grant. */
  withholds: readonly string[];
}

/** Creates the page at which the person in the header `x-person` signs in and consents. */
export function createPersonPage(provider: Provider, decision: Decision): RequestListener {
  const decide = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const finish = (result: object): Promise<void> =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    const interaction = await provider.interactionDetails(request, response);
    if (interaction.prompt.name === "login") {
      return finish({ login: { accountId: String(request.headers["x-person"]) } });
    }
    if (decision.denies) return finish({ error: "access_denied", error_description: "<b>No.</b>" });
    const grant = await grantOf(provider, interaction);
    addScopes(grant, interaction, decision);
    return finish({ consent: { grantId: await grant.save() } });
  };
  return (request, response) => {
    decide(request, response).catch(() => response.writeHead(500).end());
  };
}

async function grantOf(provider: Provider, interaction: Interaction): Promise<Grant> {
  const { grantId, session, params } = interaction;
  const earlier = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const of = { accountId: session?.accountId ?? "", clientId: params.client_id };
  return earlier ?? new provider.Grant(of);
}

function addScopes(grant: Grant, { prompt }: Interaction, { withholds }: Decision): void {
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  grant.addOIDCScope(missingOIDCScope.join(" "));
  for (const [resource, missing] of Object.entries(missingResourceScopes)) {
    for (const scope of missing) {
      if (withholds.includes(scope)) grant.rejectResourceScope(resource, scope);
      else grant.addResourceScope(resource, scope);
    }
  }
}
