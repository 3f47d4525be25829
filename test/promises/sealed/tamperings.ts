import type { Stored } from "./rig.ts";

/** A manipulation by an attacker with write access to the store, to use or move sealed values. */
export interface Tampering {
  readonly title: string;
  /** The connections that must be unusable afterwards. */
  readonly victims: readonly Stored[];
  readonly statements: readonly string[];
}

/**
 * Connections whose sealed values and data keys replace those of others. One belongs to another
 * tenant.
 */
export const donors = {
  own: { name: "donor" },
  foreign: { name: "foreign", tenant: "acme" },
} as const satisfies Record<string, Stored>;

/** A snapshot of the rows: a swap must not read a value it just wrote. */
export const remember = `
  CREATE TEMP TABLE before AS SELECT * FROM connections;
  CREATE TEMP TABLE keys_before AS SELECT * FROM keys;
`;

/**
 * Returns all manipulations. `elsewhere` is an origin allowed for tools, but not for these
 * credentials.
 */
export function tamperingsTo(elsewhere: string): readonly Tampering[] {
  return [...ofSealed, ...ofKeys, ...ofRights, ...ofSettings(elsewhere)];
}

const ofSealed: readonly Tampering[] = [
  {
    title: "sealed values exchanged between two connections",
    victims: [{ name: "left" }, { name: "right" }],
    statements: [change("left", sealedFrom("right")), change("right", sealedFrom("left"))],
  },
  one("taken", "a sealed value of another connection", sealedFrom(donors.own.name)),
  {
    title: "sealed values exchanged between two fields",
    victims: [{ name: "fields", kind: "headers" }],
    statements: [
      change(
        "fields",
        `sealed = json_object('header:x-one', sealed ->> '$."header:x-two"', 'header:x-two', sealed ->> '$."header:x-one"')`,
      ),
    ],
  },
  one(
    "flipped",
    "a character of a sealed value changed",
    "sealed = substr(sealed, 1, 40) || iif(substr(sealed, 41, 1) = 'A', 'B', 'A') || substr(sealed, 42)",
  ),
  one("cut", "a sealed value cut", `sealed = substr(sealed, 1, length(sealed) - 10) || '"}'`),
  one("emptied", "a sealed value removed", "sealed = '{}'"),
];

const ofKeys: readonly Tampering[] = [
  {
    title: "data keys exchanged between two connections",
    victims: [{ name: "left-key" }, { name: "right-key" }],
    statements: [takeKey("left-key", "right-key"), takeKey("right-key", "left-key")],
  },
  ...Object.entries({ "with-key": donors.own.name, "with-foreign-key": donors.foreign.name }).map(
    ([name, donor]): Tampering => ({
      title: `the sealed value of ${donor} with its data key`,
      victims: [{ name }],
      statements: [change(name, sealedFrom(donor)), takeKey(name, donor)],
    }),
  ),
  {
    title: "a data key removed",
    victims: [{ name: "keyless" }],
    statements: [`DELETE FROM keys WHERE connection = ${idOf("keyless")}`],
  },
  one(
    "other-version",
    "a sealed value said to be of another data key",
    "sealed = replace(sealed, 'tc1.1.', 'tc1.2.')",
  ),
];

const ofRights: readonly Tampering[] = [
  {
    title: "a connection of one person opened to all",
    victims: [{ name: "opened", owner: "ada" }],
    statements: [change("opened", "settings = json_set(settings, '$.users', 'tenant')")],
  },
  {
    title: "a connection with another owner",
    victims: [{ name: "given", owner: "ada" }],
    statements: [change("given", "owner = 'local'")],
  },
  {
    title: "a connection prolonged that has ended",
    victims: [{ name: "ended", expiresAt: 1 }],
    statements: [change("ended", "settings = json_remove(settings, '$.expiresAt')")],
  },
  {
    title: "a connection moved to another tenant with its data key",
    victims: [{ name: "moved", tenant: "acme" }],
    statements: [
      change("moved", "tenant = ''"),
      `UPDATE keys SET tenant = '' WHERE connection = ${idOf("moved")}`,
    ],
  },
];

function ofSettings(elsewhere: string): readonly Tampering[] {
  const file = "settings = json_set(settings, '$.file', '.toolcourt/vault.key')";
  return [
    {
      title: "another origin in the settings",
      victims: [{ name: "origin", isAstray: true }],
      statements: [
        change("origin", `settings = json_set(settings, '$.origins[0]', '${elsewhere}')`),
      ],
    },
    one("header", "another header", "settings = json_set(settings, '$.header', 'x-note')"),
    one("file", "a file of the gateway in the settings", file),
    one("only-file", "a file of the gateway, and nothing sealed", `${file}, sealed = '{}'`),
  ];
}

function one(name: string, title: string, assignment: string): Tampering {
  return { title, victims: [{ name }], statements: [change(name, assignment)] };
}

function change(name: string, assignment: string): string {
  return `UPDATE connections SET ${assignment} WHERE name = '${name}'`;
}

function sealedFrom(donor: string): string {
  return `sealed = (SELECT sealed FROM before WHERE name = '${donor}')`;
}

function takeKey(name: string, donor: string): string {
  const bytes = `(SELECT bytes FROM keys_before WHERE connection = ${idOf(donor)})`;
  return `UPDATE keys SET bytes = ${bytes} WHERE connection = ${idOf(name)}`;
}

function idOf(name: string): string {
  return `(SELECT id FROM before WHERE name = '${name}')`;
}
