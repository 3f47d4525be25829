import { wordSet } from "../../contract/word-parts.ts";
import { defineRule } from "../rule.ts";

const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export const metaNameKebabVerbNoun = defineRule({
  id: "meta/name-kebab-verb-noun",
  severity: { "agent-hints": "error" },
  requirements: ["S3-3", "S3-5", "S3-117", "S3-154"],
  summary: "Require a name of the form verb-noun in kebab case",
  why: `Agents pick tools from long lists, and \`create-card\` says what happens to what. Other profiles accept
any legal name. No list holds every verb, so an unusual first word counts as one unless it is a known
noun, has the ending of a noun, or precedes an unambiguous verb.`,
  good: [
    { name: "create-card" },
    { name: "get-card-by-id" },
    { name: "create-card-v2" },
    { name: "reconcile-ledgers" },
  ],
  bad: [
    { name: "fetch_sharepoint_doc" },
    { name: "getCard" },
    { name: "hello" },
    { name: "card-get" },
    { name: "user-details" },
    { name: "create-v2" },
  ],

  *check({ name }) {
    if (name === "") return;
    if (!kebab.test(name)) {
      yield {
        pointer: "/name",
        message: "Write the name in kebab case: lower case words joined by single dashes.",
      };
      return;
    }
    const words = name.split("-").filter((word) => !/^v\d+$/.test(word));
    if (words.length < 2) {
      yield { pointer: "/name", message: "Name a verb and a noun, for example get-card." };
    } else if (!beginsWithVerb(words)) {
      yield { pointer: "/name", message: "Begin the name with the verb, for example get-card." };
    }
  },
});

/** Verbs commonly used in tool names. Incomplete by design: a verb missing here may still pass. */
const common =
  wordSet(`abort accept access acknowledge activate add adjust aggregate allow analyze annotate answer append apply
  approve archive ask assess assign attach authenticate authorize backup batch begin block book browse build
  calculate call cancel capture change check choose claim classify clean clear click clone close collect
  commit compare compile complete compose compress compute configure confirm connect convert copy correct
  count crawl create crop cut deactivate debug decide decline decode decrypt define delete deny deploy
  describe detach detect diagnose diff disable disconnect discover dismiss dispatch display download draft
  draw drop dump duplicate edit embed emit enable encode encrypt end enrich ensure estimate evaluate examine
  execute expand explain explore export extract fetch fill filter find fix flag follow force forecast fork
  format forward generate get give grant group guess handle help hide highlight identify import index infer
  ingest initialize initiate insert inspect install invite invoke issue join keep kill launch link list load
  lock log login look lookup make manage map mark match measure merge migrate modify monitor move mute
  navigate normalize notify obtain open optimize order organize parse pause pay perform pin ping place plan
  play post predict prepare press preview print process promote provision publish pull purge push put query
  queue rank rate read rebuild recall receive recommend record redeem redo refresh refund register reject
  release reload remember remove rename render reopen reorder repair replace reply report request reschedule
  research reserve reset resize resolve respond restart restore resume retrieve retry return reverse revert
  review revoke rewrite roll rollback rotate route run sample save scale scan schedule score scrape search
  select send set share show sign simulate skip solve sort split start stop store stream submit subscribe
  subtract suggest summarize suspend swap switch sync synchronize tag take terminate test toggle trace track
  train transcribe transfer transform translate trigger trim try unarchive unassign unblock undo uninstall
  unlock unpin unpublish unsubscribe update upgrade upload upsert use validate verify view visualize vote
  wait walk watch withdraw write`);

/** Words that often begin a tool name but do not say what the tool does. */
const others =
  wordSet(`a account admin advanced all analytics api app article audio available best calendar card city client
  common company config content context country crypto currency current customer data database db deck
  default detail device domain employee entity example extra folder full global health hello history how i
  id image info instance inventory invoice is item json kit latest local main member memory menu meta metadata
  my new news no node now old online organization person picture pipeline player portfolio product public
  random remote repo repository resource rest row schema server service session simple single site smart
  static status stock summary system table task team template the this ticket today token tool top total
  transaction unit user utility vector version video wallet weather web what where which who wiki workflow
  workspace your`);

/** Verbs that are never nouns. After another word they show that the word order is wrong. */
const unmistakable = new Set(["add", "create", "delete", "fetch", "get", "insert", "remove"]);

/** Noun endings, each with the verbs that share it. */
const nounEndings: readonly { readonly ending: RegExp; readonly verbs: ReadonlySet<string> }[] = [
  {
    ending: /[st]ion$/,
    verbs:
      wordSet(`auction caption caution commission condition decommission envision mention partition petition
      position provision question ration reposition sanction section transition`),
  },
  {
    ending: /ment$/,
    verbs:
      wordSet(`augment cement comment complement decrement document experiment fragment implement increment
      instrument segment supplement uncomment`),
  },
  { ending: /(ity|ology)$/, verbs: new Set() },
  { ending: /ness$/, verbs: new Set(["harness", "witness"]) },
  { ending: /[aeiouy][a-z]{0,20}ing$/, verbs: new Set() },
  { ending: /[^su]s$/, verbs: new Set(["alias", "bias", "canvas", "unbias"]) },
];

/**
 * Returns whether a name begins with a verb. An unusual first word counts as a verb unless there is
 * evidence against it.
 */
export function beginsWithVerb(words: readonly string[]): boolean {
  const [first = "", ...rest] = words;
  if (common.has(first)) return true;
  if (others.has(first) || rest.some((word) => unmistakable.has(word))) return false;
  return nounEndings.every(({ ending, verbs }) => !ending.test(first) || verbs.has(first));
}
