import type { AuthorizationTrouble } from "@toolcourt/contracts/internal/errors/connection-catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { shellWord } from "../../style.ts";
import { type ConnectionFlags, type ConnectionsInput, connectionFlags } from "./flags.ts";
import { isFileName } from "./read-flags.ts";

/** A refused command line. */
interface Refused {
  readonly action: "add" | "login";
  readonly what: string;
  readonly flags: ConnectionFlags;
  /** The origin of the server of a login. */
  readonly origin: string | undefined;
}

type Repair = (refused: Refused) => string | undefined;

/** Adds the command that repairs a refused authorization, if there is one. */
export function withRepair(
  error: Refusal<"authorization-failed">,
  action: Refused["action"],
  { what, values: flags, opened }: Pick<ConnectionsInput, "what" | "values" | "opened">,
): Refusal<"authorization-failed"> {
  const { because } = error.details;
  const origin = opened.servers.get(what)?.url.origin;
  const next = repairs[because]({ action, what, flags, origin });
  const details = { because, ...(next !== undefined && { next }) };
  return new Refusal("authorization-failed", details, { cause: error });
}

const same: Repair = (refused) => again(refused);
const none: Repair = () => undefined;
const endpoints = "--authorize-url <url> --token-url <url>";

const repairs = {
  denied: same,
  scope: (refused) =>
    refused.flags.scope === undefined
      ? again(refused, { more: "--scope <scopes>" })
      : again(refused, { without: ["scope"] }),
  // A secret goes only to an issuer that the command names.
  issuer: (refused) => {
    const { issuer, clientSecret } = refused.flags;
    if (issuer === undefined) return undefined;
    const more = clientSecret === undefined ? {} : { more: "--issuer <url>" };
    return again(refused, { without: ["issuer"], ...more });
  },
  "no-issuer": (refused) => again(refused, { more: "--issuer <url>" }),
  "no-pkce": byEndpoints,
  elsewhere: (refused) =>
    again(refused, { without: ["authorizeUrl", "tokenUrl"], more: endpoints }),
  unreachable: same,
  unreadable: none,
  "too-late": same,
  "no-server": () => "toolcourt servers",
  "no-login": ({ what, origin }) =>
    `toolcourt connections add ${word(what)} --kind token --origin ${origin ?? "<origin>"} --token <file>`,
  resource: none,
  "no-metadata": byEndpoints,
  "no-registration": (refused) => again(refused, { more: "--client-id <id>" }),
  "no-device": (refused) => again(refused, { without: ["device"] }),
  clock: same,
  "no-identity": ({ flags: { through = "" } }) =>
    `toolcourt connections add ${word(through)} --kind oauth --issuer <url> --origin <origin> --client-id <id> --scope openid`,
  "no-id-jag": (refused) => again(refused, { without: ["kind", "through"] }),
  listener: (refused) => again(refused, { without: ["port"] }),
} satisfies Record<AuthorizationTrouble, Repair>;

/** Only `add` reads no metadata if all endpoints are given. The issuer is for the answer then. */
function byEndpoints(refused: Refused): string {
  const { action, what, origin } = refused;
  if (action === "add") return again(refused, { more: endpoints });
  const where = `--kind oauth --origin ${origin ?? "<origin>"} --issuer <url> ${endpoints}`;
  return `toolcourt connections add ${word(what)} ${where} --client-id <id>`;
}

/** Changes of a command line. */
export interface Change {
  readonly without?: readonly (keyof ConnectionFlags)[];
  readonly more?: string;
}

/** Returns a mistake in the flags, with the command line that repairs it. */
export function mistaken(
  problem: string,
  { what, flags }: Pick<Refused, "what" | "flags">,
  change: Change,
): Refusal<"usage-invalid"> {
  const help = again({ action: "add", what, flags, origin: undefined }, change);
  return new Refusal("usage-invalid", { problem, help });
}

/** Returns the refused command line, changed. Its flags should name files, never secrets. */
function again({ action, what, flags }: Refused, { without = [], more }: Change = {}): string {
  const kept = flagNames.filter((name) => !left.has(name) && !without.includes(name));
  const typed = kept.flatMap((name) => flagText(name, flags[name]));
  const parts = ["toolcourt connections", action, word(what), ...typed];
  return [...parts, ...(more === undefined ? [] : [more])].join(" ");
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const flagNames = Object.keys(connectionFlags) as (keyof ConnectionFlags)[];

/** The configuration is added to every suggested command. The format is not part of the repair. */
const left: ReadonlySet<keyof ConnectionFlags> = new Set(["config", "json"]);

function flagText(name: string, value: ConnectionFlags[keyof ConnectionFlags]): readonly string[] {
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  const values = typeof value === "string" ? [value] : value;
  const shown = secretFlags.has(name) ? fileIn : word;
  return values.map((each) => `${flag} ${shown(each)}`);
}

/** Flags that name the file of a secret. Users give the secret itself in its place. */
const secretFlags: ReadonlySet<string> = new Set<keyof ConnectionFlags>([
  "token",
  "header",
  "clientSecret",
  "clientKey",
]);

function fileIn(value: string): string {
  const [, name = "", file = value] = /^([\w-]+=)(.*)$/s.exec(value) ?? [];
  return isFileName(file) ? word(value) : `${name}<file>`;
}

function word(text: string): string {
  return shellWord(printable(text));
}
