/** English grammar words. They carry no topic, so ranking and naming ignore them. */
export const functionWords: ReadonlySet<string> = wordSet(`
  a an the and or but nor of to in on at for from by with without within between among into onto over
  under above below up down out off about against during through per via than as since until till
  is are was were be been being am do does did doing done has have had having can could will would
  shall should may might must i me my mine myself we us our ours you your yours he him his she her
  hers it its they them their theirs this that these those what which who whom whose when where why
  how not no so if then there here any some all each every both few more most other such only own
  same too very just now also please s t re ve ll d m don let`);

/** Request verbs. Every question has them, so they say little about the tool. */
export const requestWords: ReadonlySet<string> = wordSet(`
  need want like help get got give tell show know look find search provide suggest recommend explain
  use see go try make ask answer check fetch retrieve return list display calculate compute determine`);

/** Words allowed between a name and its value: "radius of 4", "rate is about 5 %". */
export const linkWords: ReadonlySet<string> = wordSet(`
  of is are was were be being as at to equal equals the a an its about approximately around exactly
  value set with named called titled by for = : ( - "`);

/** Words that end a phrase, like punctuation does. */
export const phraseEnds: ReadonlySet<string> = wordSet(`
  in at on by for from to with without using between and or but that which who whose when where while
  during since until before after over under above below within via as than given including include
  is are was were has have had will would can could should if`);

export const negations: ReadonlySet<string> = wordSet(`
  no not without never don't doesn't don’t doesn’t exclude excluding except skip omit neither nor`);

/** Returns the words of a list that is written as one text. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}
