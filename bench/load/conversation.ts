import { type Connection, deleteOf, openConnection, postOf } from "./connection.ts";
import {
  type Address,
  bodyOf,
  hello,
  helloDone,
  helloHeaders,
  idOf,
  legacyTerms,
  modernTerms,
  type Terms,
} from "./dialect.ts";
import type { Question } from "./question.ts";
import { openStream } from "./stream.ts";

/** Repeats one question. Each asker has one pending request at a time. */
export interface Conversation extends AsyncDisposable {
  readonly askers: readonly Asker[];
}

/** Resolves to whether the answer to the nth question was right. */
export type Asker = (turn: number) => Promise<boolean>;

export interface Talk {
  readonly address: Address;
  readonly question: Question;
  readonly inFlight: number;
}

export async function openConversation(talk: Talk): Promise<Conversation> {
  await using stack = new AsyncDisposableStack();
  const isStreamed = talk.address.transport === "sse";
  const askers = await (isStreamed ? streamedAskers(talk, stack) : directAskers(talk, stack));
  const owned = stack.move();
  return { askers, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Opens askers for transports that answer each request in its own response. */
async function directAskers(
  { address, question, inFlight }: Talk,
  stack: AsyncDisposableStack,
): Promise<readonly Asker[]> {
  const { era } = address;
  const terms = era === "modern" ? modernTerms(question, address) : await greet(address, stack);
  const post = postOf(address.path, terms.headers);
  const write = bodyOf(question, address, terms.meta);
  const ports = [address.port, ...(address.others ?? [])];
  return Array.from({ length: inFlight }, (_, at) => {
    const connection = stack.use(openConnection(ports[at % ports.length] ?? address.port));
    return async (turn) => {
      const { status, body } = await connection.exchange(post(write(turn)));
      return status === 200 && isRight(question, turn, body);
    };
  });
}

async function greet(address: Address, stack: AsyncDisposableStack): Promise<Terms> {
  const { port, path } = address;
  const connection: Connection = stack.use(openConnection(port));
  const greeted = await connection.exchange(postOf(path, helloHeaders(address))(hello));
  const session = /\nmcp-session-id: ([^\r\n]+)/i.exec(greeted.head)?.[1];
  const terms = legacyTerms(greeted.body, session, address);
  await connection.exchange(postOf(path, terms.headers)(helloDone));
  if (session !== undefined)
    stack.defer(() => sayGoodbye(connection, deleteOf(path, terms.headers)));
  return terms;
}

/** Ends the session. Some programs keep a child process per session until then. */
async function sayGoodbye(connection: Connection, goodbye: string): Promise<void> {
  await connection.exchange(goodbye).catch(() => undefined);
}

/** Opens askers for transports that answer everything on one stream, in any order. */
async function streamedAskers(
  { address, question, inFlight }: Talk,
  stack: AsyncDisposableStack,
): Promise<readonly Asker[]> {
  const stream = stack.use(await openStream(address));
  const { headers, meta } = legacyTerms(await stream.ask(1, hello), undefined, address);
  await stream.tell(helloDone);
  const write = bodyOf(question, address, meta);
  const post = postOf(stream.path, headers);
  return Array.from({ length: inFlight }, () => {
    const connection = stack.use(openConnection(address.port));
    return async (turn) => {
      const answered = stream.answerTo(idOf(turn));
      await connection.exchange(post(write(turn)));
      return isRight(question, turn, await answered);
    };
  });
}

function isRight(question: Question, turn: number, text: string): boolean {
  return text.includes(`"id":${idOf(turn)}`) && question.isAnswer(turn, text);
}
