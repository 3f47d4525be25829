import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { askForLogin, redirectAddresses } from "@toolcourt/gateway/internal/compose/ask-for-login";
import { certificatesOf } from "@toolcourt/gateway/internal/compose/open-egress";
import { notLookedAt, ok, type Row, type Setup } from "./row.ts";

const check = "console login";

/** Judges the issuer at which people sign in to the console, and says what to register there. */
export async function lookAtLogin({ config, home, context }: Setup): Promise<readonly Row[]> {
  const { login } = config.console;
  const { auth } = config;
  if (login === undefined || auth === undefined) {
    return [notLookedAt(check, "People do not sign in at an issuer (console.login).")];
  }
  const issuer = printable(login.issuer);
  try {
    const { ca } = await certificatesOf(config.egress, { folder: home });
    await askForLogin(login, auth, { ...context, ca });
    const redirect = redirectAddresses(config).map(printable).join(" or ");
    return [ok(check, `${issuer} can sign people in. Register this redirect address: ${redirect}`)];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const text = `Signing in fails at ${issuer}. ${error.message}`;
    return [{ check, state: "problem", text, next: "toolcourt effective" }];
  }
}
