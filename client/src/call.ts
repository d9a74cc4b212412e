// What a call is, for a program and on the wire.
import type { Amounts } from './amounts.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /**
   * The Idempotency-Key of a call that moves money or stock. The client makes one, which it sends with each retry. Give
   * one of your own, from what you store, to repeat the call after your program was restarted.
   */
  idempotencyKey?: string;
};

/** A call. Its input may be left out if it has no required field. */
export type Call<Input, Reply> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Reply>
    : (input: Input, options?: CallOptions) => Promise<Reply>;

/** A call that returns one page of a list. `each` reads all pages, one after the other. */
export type ListCall<Input, Reply, Item> = Call<Input, Reply> & {
  each: Record<never, never> extends Input
    ? (input?: Omit<Input, 'page'>, options?: CallOptions) => AsyncGenerator<Item, void>
    : (input: Omit<Input, 'page'>, options?: CallOptions) => AsyncGenerator<Item, void>;
};

/** How a call is sent. */
export type CallForm = {
  method: string;
  path: string;
  /** The fields that are sent in the query. */
  query?: readonly string[];
  hasBody?: true;
  takesToken?: true;
  isKeyed?: true;
  /** If the reply is a file: whether it is text. */
  file?: 'text' | 'bytes';
  /** The field of the reply that is the list. */
  list?: string;
  /** The field that says how long a page is. */
  size?: string;
  sent?: Amounts;
  received?: Amounts;
};
