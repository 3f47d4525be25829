/** Reason why a policy has no text, in our own words. Messages put the source name in front. */
export class PolicyUnreadable extends Error {
  override readonly name = "PolicyUnreadable";
}
