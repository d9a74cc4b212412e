// Connects a function to the endpoint that it serves. Its types come from the endpoint (choice 822).
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import type { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import type { BinaryFile } from './binary-file.ts';
import type { HtmlPage } from './html-page.ts';
import type { KeptReply } from './kept-reply.ts';
import type { TextFile } from './text-file.ts';

/** A keyed endpoint is answered inside the one transaction that `serve.ts` opens for it. */
type ContextOf<Row extends Endpoint> = Row['repeat'] extends 'keyed'
  ? Context<Transaction>
  : Context;

type CallerOf<Row extends Endpoint> = Row['audience'] extends 'anyone' ? Caller | null : Caller;

type PageOf<Row extends Endpoint> = Row['page'] extends true ? HtmlPage : never;

type KeptOf<Row extends Endpoint> = Row['isKept'] extends true ? KeptReply<Reply<Row>> : never;

type AnswerOf<Row extends Endpoint> = Row['file'] extends 'application/pdf' | 'image/jpeg'
  ? BinaryFile
  : Row['file'] extends string
    ? TextFile | KeptOf<Row>
    : Reply<Row> | KeptOf<Row> | PageOf<Row>;

/** What calls others before the transaction of a keyed endpoint, and isn't done for a request that was answered before. */
type Before<In> = {
  /** Whether there is anything to do. Asked in a transaction that does nothing else, with the key taken. */
  isDue: (context: Context<Transaction>, userId: string, input: In) => Promise<boolean>;
  run: (context: Context, caller: Caller, input: In) => Promise<void>;
};

/** What must be done after the transaction was rolled back with a refusal. */
type Refused = (context: Context, refusal: Rejection) => Promise<void>;

/** How an endpoint is answered. In terms of what its row says and not of the row, so that one handler may answer two. */
type Handling<Ctx, Who, In, Out, Loaded> = {
  /** What `answer` is decided by: asked with the pipelined query that asks who calls, and told to nobody who isn't admitted. */
  load?: (context: Context<Transaction>, userId: string, input: In) => Promise<Loaded>;
  before?: Before<In>;
  refused?: Refused;
  /** Takes the decoded input and returns the decoded reply, a page or a file. */
  answer: (context: Ctx, caller: Who, input: In, loaded: Loaded) => Promise<Out>;
};

type HandlingOf<Row extends Endpoint, Loaded> = Handling<
  ContextOf<Row>,
  CallerOf<Row>,
  Input<Row>,
  AnswerOf<Row>,
  Loaded
>;

/** An endpoint and how it is answered. */
export type Handler<Row extends Endpoint, Loaded> = HandlingOf<Row, Loaded> & { row: Row };

/**
 * Any handler, as a room's `routes.ts` lists it and `serve.ts` runs it with what it read by the row. These are methods, which a
 * type may fill with functions of narrower parameters: what is narrower in them is the row's own.
 */
export type Route = {
  row: Endpoint;
  load?(this: void, context: Context, userId: string, input: object): Promise<unknown>;
  before?: {
    isDue(this: void, context: Context, userId: string, input: object): Promise<boolean>;
    run(this: void, context: Context, caller: Caller, input: object): Promise<void>;
  };
  refused?: Refused;
  answer(
    this: void,
    context: Context,
    caller: Caller | null,
    input: object,
    loaded?: unknown,
  ): Promise<unknown>;
};

/**
 * Answers an endpoint: by a function, or by more than that. `load`: what the answer begins with. `before`: calls to other servers,
 * for which no transaction may wait. `refused`: what a refusal leaves behind.
 */
export function handler<Row extends Endpoint, Loaded = void>(
  row: Row,
  how: HandlingOf<NoInfer<Row>, Loaded> | HandlingOf<NoInfer<Row>, Loaded>['answer'],
): Handler<Row, Loaded> {
  return { ...(typeof how === 'function' ? { answer: how } : how), row };
}
