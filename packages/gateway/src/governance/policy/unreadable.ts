/** Why there is no text of a policy, as it is told behind the name of its source. In our own words. */
export class PolicyUnreadable extends Error {
  override readonly name = "PolicyUnreadable";
}
