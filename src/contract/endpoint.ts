// What an endpoint of the table is. An endpoint is data: the server serves it, the browser calls it, the
// OpenAPI document describes it, and the tests are counted against it.
import type * as z from 'zod/mini';
import type { Audience } from '#domain/access.ts';
import type { RejectionCode } from '#domain/rejection.ts';
import type { Throttle } from '#domain/throttle.ts';

type Fields = z.ZodMiniObject;

/** What answers are about. An endpoint that reads a subject is fetched again after one that changes it. */
export type Subject =
  /** Who somebody is: names, address, role, preferences. */
  | 'account'
  /** Password, address to sign in with, second factor, sessions. */
  | 'security'
  | 'balance'
  /** Orders, payments, refunds and everything else that moved money. */
  | 'transactions'
  /** Saved payment cards. */
  | 'payment-methods'
  /** Packs somebody bought, sealed or opened. */
  | 'packs'
  /** Cards that came out of packs. */
  | 'cards'
  | 'shipments'
  /** Cards and packs that somebody wishes for, and what they were told of them. */
  | 'wishes'
  | 'notices'
  /** Public pages of pulls. */
  | 'pulls'
  /** Pack types, sets, cards and prices. */
  | 'catalogue'
  /** Packs the shop has. */
  | 'stock'
  | 'discount-codes'
  /** What the shop says of itself: name, colour, addresses, texts. */
  | 'shop'
  | 'mails'
  | 'jobs'
  | 'disputes'
  | 'audit-log';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces: `/packs/{packId}/open`. */
  path: string;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** Who may call it. The server enforces it from here and nowhere else. */
  audience: Audience;
  /** Also requires a verified e-mail address: always, or if the shop demands one (REQUIRE_VERIFIED_EMAIL). */
  verified?: 'always' | 'if demanded';
  /** How often one network may call it: a rule in `domain/throttle.ts`. */
  throttle?: Throttle;
  /** For endpoints anyone may call: an optional token identifies the caller, and a bad one is rejected. */
  knowsCaller?: boolean;
  /**
   * What a repeated call does. `none`: it reads, or repeating is harmless. `keyed`: it moves money or
   * stock, in one transaction, and an Idempotency-Key replays the first successful answer.
   * `natural`: it owns its transactions and is repeatable by what it does.
   */
  repeat: 'none' | 'keyed' | 'natural';
  /**
   * A keyed call that may share its database transaction with those of other users at the same moment (choice 821): each of them,
   * those without a field, or those with few items in it.
   */
  batches?: true | { without: string } | { fewOf: string };
  /**
   * What the shop lives by. Its time is watched, by the shop itself and by Prometheus, and somebody is told when it becomes slow
   * (docs/operators.md, ShopEndpointSlow; choice 730).
   */
  vital?: 'buy' | 'pay' | 'open' | 'sell' | 'ship';
  /** What its answer is about. Required for every endpoint that is read. */
  reads?: readonly Subject[];
  /** What it changes. Required for every endpoint that is not `none`; if empty, a comment says why. */
  changes?: readonly Subject[];
  /** The header that carries the signature of the body: the handler gets the raw bytes and checks them. */
  signedBy?: string;
  /** The response is the same for everybody, and cached for a second (`server/http/cached-endpoints.ts`). */
  cached?: true;
  params?: Fields;
  query?: Fields;
  body?: Fields;
  /** The largest body it accepts, in bytes, if the usual limit is too small. */
  bodyBytesMax?: number;
  reply: z.ZodMiniType;
  /** The file name under which a browser saves the answer instead of showing it. */
  savedAs?: string;
  /** The handler returns a cached reply (`server/http/cached-reply.ts`). */
  isKept?: true;
  /** The handler may also return an HTML page (`server/http/html-page.ts`) instead of data. */
  page?: true;
  /** The handler returns a file of this type (`server/http/text-file.ts`, `binary-file.ts`), without the usual envelope. */
  file?:
    | 'text/csv'
    | 'text/html'
    | 'application/pdf'
    | 'application/json'
    | 'application/jsonl'
    | 'image/jpeg';
  /** The endpoint's own rejections; those that every endpoint may give are not listed. */
  rejections: readonly RejectionCode[];
};

/** An endpoint of the table, with its exact types preserved. */
export function endpoint<const One extends Endpoint>(endpoint: One): One {
  return endpoint;
}

type InputOf<F> = F extends z.ZodMiniType ? z.output<F> : unknown;

/** What a handler receives and a caller sends: the fields of path, query and body together, decoded. */
export type Input<One extends Endpoint> = InputOf<One['params']> &
  InputOf<One['query']> &
  InputOf<One['body']> &
  (One['signedBy'] extends string ? { raw: Uint8Array; signature: string } : unknown);

type SentOf<F> = F extends z.ZodMiniType ? OptionalWhereDefaulted<F> : unknown;
// A caller may omit a field with a default, though the handler always sees it.
type OptionalWhereDefaulted<F extends z.ZodMiniType> = {
  [K in keyof z.output<F> as K extends keyof RequiredInput<F> ? K : never]: z.output<F>[K];
} & { [K in keyof z.output<F>]?: z.output<F>[K] };
type RequiredInput<F extends z.ZodMiniType> = {
  [K in keyof z.input<F> as undefined extends z.input<F>[K] ? never : K]: true;
};

/** What the browser passes for an endpoint: as Input, but fields with a default are optional. */
export type Sent<One extends Endpoint> = SentOf<One['params']> &
  SentOf<One['query']> &
  SentOf<One['body']>;

/** What a handler returns and a caller gets, decoded: Cents and Dates. */
export type Reply<One extends Endpoint> = z.output<One['reply']>;
