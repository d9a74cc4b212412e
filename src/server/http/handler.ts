// Connects a function to the endpoint that it serves. Its types come from the endpoint (choice 822).
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import type { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import type { BinaryFile } from './binary-file.ts';
import type { HtmlPage } from './html-page.ts';
import type { SerializedReply } from './serialized-reply.ts';
import type { TextFile } from './text-file.ts';

/** A keyed endpoint is answered inside the one transaction that `serve.ts` opens for it. */
type ContextOf<One extends Endpoint> = One['repeat'] extends 'keyed'
  ? Context<Transaction>
  : Context;

type CallerOf<One extends Endpoint> = One['audience'] extends 'anyone' ? Caller | null : Caller;

type PageOf<One extends Endpoint> = One['page'] extends true ? HtmlPage : never;

type KeptOf<One extends Endpoint> = One['isKept'] extends true
  ? SerializedReply<Reply<One>>
  : never;

type AnswerOf<One extends Endpoint> = One['file'] extends 'application/pdf' | 'image/jpeg'
  ? BinaryFile
  : One['file'] extends string
    ? TextFile | KeptOf<One>
    : Reply<One> | KeptOf<One> | PageOf<One>;

/** What calls others before the transaction of a keyed endpoint, and isn't done for a request that was answered before. */
type Before<In> = {
  /** Whether there is anything to do. Asked in a transaction that does nothing else, with the key taken. */
  isDue: (context: Context<Transaction>, userId: string, input: In) => Promise<boolean>;
  run: (context: Context, caller: Caller, input: In) => Promise<void>;
};

/** What must be done after the transaction was rolled back with a refusal. */
type Refused = (context: Context, refusal: Rejection) => Promise<void>;

/** How an endpoint is answered, in terms of its parts, so that one handler may answer two endpoints. */
type Handling<Ctx, Who, In, Out, Loaded> = {
  /** What `answer` is decided by: asked with the pipelined query that asks who calls, and told to nobody who isn't admitted. */
  load?: (context: Context<Transaction>, userId: string, input: In) => Promise<Loaded>;
  before?: Before<In>;
  refused?: Refused;
  /** Takes the decoded input and returns the decoded reply, a page or a file. */
  answer: (context: Ctx, caller: Who, input: In, loaded: Loaded) => Promise<Out>;
};

type HandlingOf<One extends Endpoint, Loaded> = Handling<
  ContextOf<One>,
  CallerOf<One>,
  Input<One>,
  AnswerOf<One>,
  Loaded
>;

/** An endpoint and how it is answered. */
export type Handler<One extends Endpoint, Loaded> = HandlingOf<One, Loaded> & { endpoint: One };

/**
 * Any handler, as a room's `routes.ts` lists it and `serve.ts` runs it with what it read by the endpoint. These are methods, which a
 * type may fill with functions of narrower parameters: what is narrower in them is the endpoint's own.
 */
export type Route = {
  endpoint: Endpoint;
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
export function handler<One extends Endpoint, Loaded = void>(
  endpoint: One,
  how: HandlingOf<NoInfer<One>, Loaded> | HandlingOf<NoInfer<One>, Loaded>['answer'],
): Handler<One, Loaded> {
  return { ...(typeof how === 'function' ? { answer: how } : how), endpoint };
}
