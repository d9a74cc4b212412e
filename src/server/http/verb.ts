// Connects a function to the row of the endpoint table it serves. Its types come from the row.
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import type { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import type { BinaryFile } from './binary-file.ts';
import type { HtmlPage } from './html-page.ts';
import type { KeptReply } from './kept-reply.ts';
import type { TextFile } from './text-file.ts';

/** A keyed row is answered inside the one transaction that `serve.ts` opens for it. */
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

/** Serves a row: takes the decoded input and returns the decoded reply, a page or a file. */
type Answer<Row extends Endpoint> = (
  context: ContextOf<Row>,
  caller: CallerOf<Row>,
  input: Input<Row>,
) => Promise<AnswerOf<Row>>;

/** What talks to others before the transaction of a keyed row, and isn't done for a call that was answered before. */
type Before<Row extends Endpoint> = {
  /** Whether there is anything to do. Asked in a transaction that does nothing else, with the key taken. */
  isDue: (context: Context<Transaction>, userId: string, input: Input<Row>) => Promise<boolean>;
  run: (context: Context, caller: Caller, input: Input<Row>) => Promise<void>;
};

/** What must be done after its transaction was rolled back with a refusal. */
type Refused = (context: Context, refusal: Rejection) => Promise<void>;

/** A row and the function that serves it. */
export type Verb<Row extends Endpoint> = {
  row: Row;
  answer: Answer<Row>;
  before: Before<Row> | null;
  refused: Refused | null;
};

/** What a keyed row's answer begins with: asked with the packet that asks who calls, and told to nobody who isn't admitted. */
type Load<Row extends Endpoint, Loaded> = (
  context: Context<Transaction>,
  userId: string,
  input: Input<Row>,
) => Promise<Loaded>;

/** The same for a row whose answer begins with what is loaded. */
type LoadingVerb<Row extends Endpoint, Loaded> = Omit<Verb<Row>, 'answer'> & {
  /** Whether it may be answered in one transaction with the same of others (`inSharedTransaction`). */
  sharesTransaction: (input: Input<Row>) => boolean;
  load: Load<Row, Loaded>;
  answer: (
    context: Context<Transaction>,
    caller: Caller,
    input: Input<Row>,
    loaded: Loaded,
  ) => Promise<AnswerOf<Row>>;
};

/** Any verb, as a room's `routes.ts` lists it and `serve.ts` runs it. */
export type Route = {
  row: Endpoint;
  sharesTransaction?: (input: never) => boolean;
  load?: (context: never, userId: string, input: never) => Promise<unknown>;
  answer: (context: never, caller: never, input: never, ...loaded: never[]) => Promise<unknown>;
  before: {
    isDue: (context: never, userId: string, input: never) => Promise<boolean>;
    run: (context: never, caller: never, input: never) => Promise<void>;
  } | null;
  refused: Refused | null;
};

/**
 * Answers a row. `before` is for what talks to others, which no transaction may wait for. `refused` is for what a refusal leaves behind.
 */
export function verb<Row extends Endpoint>(
  row: Row,
  answer: Answer<Row>,
  before: Before<Row> | null = null,
  refused: Refused | null = null,
): Verb<Row> {
  return { row, answer, before, refused };
}

/** Answers a keyed row that begins with what `load` asks for. */
export function loadingVerb<Row extends Endpoint, Loaded>(
  row: Row,
  load: Load<Row, Loaded>,
  answer: LoadingVerb<Row, Loaded>['answer'],
  more: Partial<Pick<LoadingVerb<Row, Loaded>, 'before' | 'refused' | 'sharesTransaction'>> = {},
): LoadingVerb<Row, Loaded> {
  return {
    row,
    load,
    answer,
    before: null,
    refused: null,
    sharesTransaction: () => false,
    ...more,
  };
}

/** The same answer under another address. */
export function alias<Row extends Endpoint>(
  row: Row,
  verbOfOther: {
    answer: (
      context: ContextOf<Row>,
      caller: CallerOf<Row>,
      input: Input<Row>,
    ) => Promise<AnswerOf<Row>>;
    before: {
      isDue: (context: Context<Transaction>, userId: string, input: Input<Row>) => Promise<boolean>;
      run: (context: Context, caller: Caller, input: Input<Row>) => Promise<void>;
    } | null;
    refused: Refused | null;
  },
): Verb<Row> {
  return { ...verbOfOther, row };
}
