import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type ProfileName, profileNames } from "@toolcourt/sdk/rules";
import { unknown } from "./unknown.ts";

/** Returns the given profiles. Default: `core`. */
export function readProfiles(given: readonly string[]): readonly ProfileName[] {
  const profiles = given.map((name) => {
    const profile = profileNames.find((known) => known === name);
    if (profile === undefined) throw new Refusal("profile-unknown", unknown(name, profileNames));
    return profile;
  });
  return profiles.length === 0 ? ["core"] : profiles;
}
