// The parts of `oidc-provider` that the tests use. The package has no types of its own.
declare module "oidc-provider" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  export interface Interaction {
    readonly grantId?: string;
    readonly params: { readonly client_id: string };
    readonly prompt: {
      readonly name: string;
      readonly details: {
        readonly missingOIDCScope?: readonly string[];
        readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
      };
    };
    readonly session?: { readonly accountId: string };
  }

  export class Grant {
    constructor(of: { readonly accountId: string; readonly clientId: string });
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    rejectResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface TokenRequest {
    readonly oidc: { readonly params: { readonly grant_type: string } };
  }

  interface SavedToken {
    readonly jti: string;
    readonly grantId: string;
  }

  interface StoredTokens {
    readonly find: (
      token: string,
    ) => Promise<{ readonly destroy: () => Promise<void> } | undefined>;
    readonly revokeByGrantId: (grantId: string) => Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: typeof Grant & { readonly find: (id: string) => Promise<Grant | undefined> };
    readonly AccessToken: StoredTokens;
    readonly RefreshToken: StoredTokens;
    readonly callback: () => RequestListener;
    on(event: "grant.success", listener: (context: TokenRequest) => void): this;
    on(event: "registration_create.success", listener: () => void): this;
    on(event: "access_token.saved", listener: (token: SavedToken) => void): this;
    readonly interactionDetails: (
      request: IncomingMessage,
      response: ServerResponse,
    ) => Promise<Interaction>;
    readonly interactionFinished: (
      ...finished: readonly [
        request: IncomingMessage,
        response: ServerResponse,
        result: object,
        options: { readonly mergeWithLastSubmission: boolean },
      ]
    ) => Promise<void>;
  }
}

declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  const MemoryAdapter: new (model: string) => object;
  export default MemoryAdapter;
}
