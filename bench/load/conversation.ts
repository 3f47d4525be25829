import { type Connection, deleteOf, openConnection, postOf } from "./connection.ts";
import {
  type Address,
  bodyOf,
  idOf,
  initialize,
  initialized,
  initializeHeaders,
  legacyTerms,
  modernTerms,
  type Terms,
} from "./dialect.ts";
import type { Question } from "./question.ts";
import { openStream } from "./stream.ts";

/** Repeats one question. Each sender has one pending request at a time. */
export interface Conversation extends AsyncDisposable {
  readonly senders: readonly Sender[];
}

/** Asks the nth question. Rejects with an excerpt of the answer if it is wrong. */
export type Sender = (turn: number) => Promise<void>;

export interface Load {
  readonly address: Address;
  readonly question: Question;
  readonly inFlight: number;
}

export async function openConversation(load: Load): Promise<Conversation> {
  await using stack = new AsyncDisposableStack();
  const isStreamed = load.address.transport === "sse";
  const senders = await (isStreamed ? streamedSenders(load, stack) : directSenders(load, stack));
  const owned = stack.move();
  return { senders, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Opens senders for transports that answer each request in its own response. */
async function directSenders(
  { address, question, inFlight }: Load,
  stack: AsyncDisposableStack,
): Promise<readonly Sender[]> {
  const { era } = address;
  const terms =
    era === "modern" ? modernTerms(question, address) : await initializeSession(address, stack);
  const post = postOf(address.path, terms.headers);
  const write = bodyOf(question, address, terms.meta);
  const ports = [address.port, ...(address.others ?? [])];
  return Array.from({ length: inFlight }, (_, at) => {
    const connection = stack.use(openConnection(ports[at % ports.length] ?? address.port));
    return async (turn) => {
      const { status, body } = await connection.exchange(post(write(turn)));
      if (status !== 200) throw wrong(turn, `status ${status}, ${body}`);
      check(question, turn, body);
    };
  });
}

async function initializeSession(address: Address, stack: AsyncDisposableStack): Promise<Terms> {
  const { port, path } = address;
  const connection: Connection = stack.use(openConnection(port));
  const response = await connection.exchange(postOf(path, initializeHeaders(address))(initialize));
  const session = /\nmcp-session-id: ([^\r\n]+)/i.exec(response.head)?.[1];
  const terms = legacyTerms(response.body, session, address);
  await connection.exchange(postOf(path, terms.headers)(initialized));
  if (session !== undefined)
    stack.defer(() => endSession(connection, deleteOf(path, terms.headers)));
  return terms;
}

/** Ends the session. Some programs keep a child process per session until then. */
async function endSession(connection: Connection, goodbye: string): Promise<void> {
  await connection.exchange(goodbye).catch(() => undefined);
}

/** Opens senders for transports that answer everything on one stream, in any order. */
async function streamedSenders(
  { address, question, inFlight }: Load,
  stack: AsyncDisposableStack,
): Promise<readonly Sender[]> {
  const stream = stack.use(await openStream(address));
  const { headers, meta } = legacyTerms(await stream.ask(1, initialize), undefined, address);
  await stream.notify(initialized);
  const write = bodyOf(question, address, meta);
  const post = postOf(stream.path, headers);
  return Array.from({ length: inFlight }, () => {
    const connection = stack.use(openConnection(address.port));
    return async (turn) => {
      const answered = stream.answerTo(idOf(turn));
      await connection.exchange(post(write(turn)));
      check(question, turn, await answered);
    };
  });
}

function check(question: Question, turn: number, text: string): void {
  const isRight = text.includes(`"id":${idOf(turn)}`) && question.isAnswer(turn, text);
  if (isRight) return;
  throw text.includes('"retryable":true') ? new Postponed(excerpt(turn, text)) : wrong(turn, text);
}

/** The program refuses a call for the moment, as it does while the disk does not answer. */
export class Postponed extends Error {
  override readonly name = "Postponed";
}

function wrong(turn: number, answer: string): Error {
  return new Error(excerpt(turn, answer));
}

function excerpt(turn: number, answer: string): string {
  return `answers call ${turn} wrongly: ${answer.slice(0, 300)}`;
}

/** Resolves once the program gives one right answer. */
export async function answersOnce(load: Omit<Load, "inFlight">): Promise<void> {
  await using conversation = await openConversation({ ...load, inFlight: 1 });
  await conversation.senders[0]?.(0);
}
