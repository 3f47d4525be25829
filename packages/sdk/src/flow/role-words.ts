import { wordSet } from "../contract/word-parts.ts";

// Words of names, in the singular. They say what an argument is for, in any tool.

/** Names of a place that data is sent to, whatever the tool does. */
export const receiverWords = wordSet(
  `addressee attendee bcc beneficiary callback cc destination dest forward invitee mailto participant payee
  receiver recipient webhook`,
);

/** Those of them that even a tool which reads sends to, if it has them. */
export const sendingWords = wordSet("addressee bcc callback cc mailto recipient webhook");

/** Names of an address. A tool that reads looks up what has it, unless the network leads there. */
export const addressWords = wordSet(
  `account address channel chat dir directory domain email endpoint fax folder guest host hostname href iban inbox
  ip ips link mail mailbox mobile path phone redirect room topic uri uris url website`,
);

/** Addresses that a call connects to. */
export const networkWords = wordSet(
  "callback domain endpoint host hostname href ip ips link redirect uri uris url webhook website",
);

export const contentWords = wordSet(
  `attachment body caption comment content data description html markdown memo message note payload post reply
  subject summary text title`,
);

export const queryWords = wordSet("filter keyword q query search term");

export const programWords = wordSet(
  "cmd command expression program script shell snippet sql statement",
);

/** Words before `code` that make it a program. Alone it is one, too. */
export const programKinds = wordSet("js javascript py python program shell source sql");

export const amountWords = wordSet("amount cost fee payment price sum total");

export const privilegeWords = wordSet(
  "access acl admin grant permission privilege public role scope visibility",
);

/** Last words that leave a privilege what it is: `access_level`, `role_name`. */
export const privilegeEndings = wordSet("id ids level name type");

/** What a write acts upon, if it is named and not numbered. */
export const personWords = wordSet(
  "assignee collaborator contact customer employee follower member owner person reviewer target user username",
);

/** A last word that makes all before it a property of a thing, and no thing. */
export const plainEndings = wordSet(
  `at color count date day encoding enabled end format height index kind language length level limit locale max
  min mode number offset order page priority ratio size sort start state status time timeout timezone type unit
  version width year`,
);

/** The kinds of addresses by name. They are the kinds of the same values without a contract. */
export const kindsByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    email: "email mailto",
    url: "callback endpoint href link redirect uri uris url webhook website",
    host: "domain host hostname ip ips",
    phone: "fax mobile phone",
    iban: "iban",
    path: "dir directory folder path",
  }).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);
