// Connects a handler function to its endpoint. TypeScript derives the function's types from the
// endpoint (choice 822).
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import type { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import type { BinaryFile } from './binary-file.ts';
import type { HtmlPage } from './html-page.ts';
import type { SerializedReply } from './serialized-reply.ts';
import type { TextFile } from './text-file.ts';

/**
 * The context of a handler. A keyed endpoint gets the transaction that `serve.ts` opened for it.
 */
type ContextOf<One extends Endpoint> = One['repeat'] extends 'keyed'
  ? Context<Transaction>
  : Context;

type CallerOf<One extends Endpoint> = One['audience'] extends 'anyone' ? Caller | null : Caller;

type PageOf<One extends Endpoint> = One['page'] extends true ? HtmlPage : never;

type SerializedOf<One extends Endpoint> = One['isSerialized'] extends true
  ? SerializedReply<Reply<One>>
  : never;

type AnswerOf<One extends Endpoint> = One['file'] extends 'application/pdf' | 'image/jpeg'
  ? BinaryFile
  : One['file'] extends string
    ? TextFile | SerializedOf<One>
    : Reply<One> | SerializedOf<One> | PageOf<One>;

/**
 * Calls to other servers that a keyed endpoint makes before its transaction. If the key already has
 * a stored response, the calls are skipped.
 */
type Before<In> = {
  /** Returns whether the calls are needed. Runs in its own transaction, which takes the key first. */
  isDue: (context: Context<Transaction>, userId: string, input: In) => Promise<boolean>;
  run: (context: Context, caller: Caller, input: In) => Promise<void>;
};

/** Work to do after a rejection has rolled the transaction back. */
type Refused = (context: Context, refusal: Rejection) => Promise<void>;

/**
 * How an endpoint is handled. Each type is a separate parameter, so that one handler may serve two
 * endpoints.
 */
type Handling<Ctx, Who, In, Out, Loaded> = {
  /**
   * Reads data for `answer`. The server sends this query together with the query that identifies
   * the caller. If the caller is not admitted, the data is dropped.
   */
  load?: (context: Context<Transaction>, userId: string, input: In) => Promise<Loaded>;
  before?: Before<In>;
  refused?: Refused;
  /** Handles the decoded input. Returns the decoded reply, or a page or file in place of it. */
  answer: (context: Ctx, caller: Who, input: In, loaded: Loaded) => Promise<Out>;
};

type HandlingOf<One extends Endpoint, Loaded> = Handling<
  ContextOf<One>,
  CallerOf<One>,
  Input<One>,
  AnswerOf<One>,
  Loaded
>;

export type Handler<One extends Endpoint, Loaded> = HandlingOf<One, Loaded> & { endpoint: One };

/**
 * Any handler, as `routes.ts` of a room lists it. `serve.ts` calls a handler with input that the
 * endpoint's schemas have validated. The members are methods, because TypeScript then accepts
 * functions with narrower parameter types.
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
 * Binds a handler to its endpoint. `how` is either the function `answer`, or an object with these members:
 *
 * - `answer`: handles the request.
 * - `load`: reads data for `answer`.
 * - `before`: calls other servers, before the transaction begins.
 * - `refused`: runs after a rejection.
 */
export function handler<One extends Endpoint, Loaded = void>(
  endpoint: One,
  how: HandlingOf<NoInfer<One>, Loaded> | HandlingOf<NoInfer<One>, Loaded>['answer'],
): Handler<One, Loaded> {
  return { ...(typeof how === 'function' ? { answer: how } : how), endpoint };
}
