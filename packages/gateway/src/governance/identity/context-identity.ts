/** Keys of `metadata_context` by which a proxy names the user that it authenticated. */
export interface ContextIdentity {
  /** Prefix of the ids, as the name of an issuer is. */
  readonly name: string;
  readonly id: string;
  /** Default: no roles. */
  readonly roles?: string | undefined;
  /** Default: no tenant. */
  readonly tenant?: string | undefined;
}
