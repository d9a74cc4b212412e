// The type of an endpoint. An endpoint is data: the server serves it, the browser calls it, and the OpenAPI document
// and the tests are derived from it.
import type * as z from 'zod/mini';
import type { Audience } from '#domain/access.ts';
import type { RejectionCode } from '#domain/rejection.ts';
import type { Throttle } from '#domain/throttle.ts';

type Fields = z.ZodMiniObject;

/**
 * The subjects of responses. After a call that changes a subject, the browser refetches the endpoints that read this
 * subject.
 */
export type Subject =
  /** The user's details: names, address, role, preferences. */
  | 'account'
  /** A person's own limits and breaks. */
  | 'limits'
  /** Password, e-mail address, second factor, sessions. */
  | 'security'
  | 'balance'
  /** Orders, payments, refunds and all other movements of money. */
  | 'transactions'
  /** Saved payment cards. */
  | 'payment-methods'
  /** Bought packs, sealed or opened. */
  | 'packs'
  /** Cards from opened packs. */
  | 'cards'
  | 'shipments'
  /** Cards and packs on wish lists, and whether a notice was sent. */
  | 'wishes'
  | 'notices'
  /** The public pages of shared pulls. */
  | 'pulls'
  /** Pack types, sets, cards and prices. */
  | 'catalogue'
  /** The shop's packs. */
  | 'stock'
  /** The house's cards outside of packs, and their prices. */
  | 'singles'
  | 'discount-codes'
  /** The shop's settings: name, colour, addresses, texts. */
  | 'shop'
  | 'mails'
  | 'jobs'
  | 'disputes'
  /** People who work in the shop, their roles and invitations. */
  | 'staff'
  | 'api-keys'
  /** What operators are alerted about, and which of these alerts each operator wants. */
  | 'alerts'
  | 'audit-log'
  /** Operators' notes on orders, people, parcels and cards. */
  | 'notes'
  /** The named views of operators' lists. */
  | 'list-views'
  /** CSV files that operators import. */
  | 'imports'
  /** Endpoints of webhooks, and what was sent to them. */
  | 'webhooks';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api`, with parameters in braces: `/packs/{packId}/open`. */
  path: string;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** Who may call the endpoint. No other place in the code decides this. */
  audience: Audience;
  /**
   * If set, no API key is admitted, whatever its rights: the call pays money out, decides who may do what, or is about
   * the caller as a person (choice 1029).
   */
  personsOnly?: true;
  /**
   * Whether the endpoint also requires a verified e-mail address, either always or only if the setting
   * REQUIRE_VERIFIED_EMAIL is on.
   */
  verified?: 'always' | 'if demanded';
  /** The rate limit for one network, which is a rule in `domain/throttle.ts`. */
  throttle?: Throttle;
  /**
   * For public endpoints that use the caller if there is one. A valid token identifies the caller, an invalid token
   * is rejected, and a call without a token is accepted.
   */
  knowsCaller?: boolean;
  /**
   * The effect of a repeated call. With `none`, the call only reads, or repeating it is harmless. With `keyed`, the
   * call stores something in one transaction, and with the same Idempotency-Key it returns the first successful
   * response again. With `natural`, the call has transactions of its own, and its action can safely be repeated.
   */
  repeat: 'none' | 'keyed' | 'natural';
  /**
   * Which keyed calls may share a database transaction with calls of other users (choice 821). `true` means all
   * calls, `without` only calls that omit this field, and `fewOf` only calls with few items in this field.
   */
  batches?: true | { without: string } | { fewOf: string };
  /**
   * An action that the shop depends on. The shop and Prometheus watch its duration and raise an alert when it becomes
   * slow (docs/operators.md, ShopEndpointSlow; choice 730).
   */
  vital?: 'buy' | 'pay' | 'open' | 'sell' | 'ship';
  /** The subjects of the response. Required for all endpoints that read. */
  reads?: readonly Subject[];
  /**
   * The subjects that the call changes. Required unless `repeat` is `none`. If the list is empty, a comment says why.
   */
  changes?: readonly Subject[];
  /** The header that contains the signature of the body. The handler gets the raw bytes and checks the signature. */
  signedBy?: string;
  /**
   * If set, the response is the same for all callers and is cached for a second (`server/http/cached-endpoints.ts`).
   */
  cached?: true;
  params?: Fields;
  query?: Fields;
  body?: Fields;
  /** The largest body in bytes, if the usual limit is too small. */
  bodyBytesMax?: number;
  reply: z.ZodMiniType;
  /** The file name under which the browser saves the response instead of showing it. */
  savedAs?: string;
  /**
   * If set, the handler returns a `SerializedReply` (`server/http/serialized-reply.ts`), which is encoded once for
   * all requests.
   */
  isSerialized?: true;
  /** If set, the handler may also return an HTML page (`server/http/html-page.ts`) instead of data. */
  page?: true;
  /**
   * If set, the handler returns a file of this type (`server/http/text-file.ts`, `binary-file.ts`), without the
   * usual envelope.
   */
  file?:
    | 'text/csv'
    | 'text/html'
    | 'application/pdf'
    | 'application/json'
    | 'application/jsonl'
    | 'image/jpeg';
  /** The endpoint's own rejections. The list omits the rejections that any endpoint may return. */
  rejections: readonly RejectionCode[];
};

/**
 * Whether the response is the same for every caller: the endpoint reads, and reads no session. Such a response may be
 * stored by any cache and read by pages of any origin.
 */
export function isPublicReading({
  audience,
  knowsCaller,
  method,
}: Pick<Endpoint, 'audience' | 'knowsCaller' | 'method'>): boolean {
  return audience === 'anyone' && knowsCaller !== true && method === 'GET';
}

/** Defines an endpoint and preserves its exact types. */
export function endpoint<const One extends Endpoint>(endpoint: One): One {
  return endpoint;
}

type InputOf<F> = F extends z.ZodMiniType ? z.output<F> : unknown;

/** What a handler receives: the decoded fields of path, query and body in one object. */
export type Input<One extends Endpoint> = InputOf<One['params']> &
  InputOf<One['query']> &
  InputOf<One['body']> &
  (One['signedBy'] extends string ? { raw: Uint8Array; signature: string } : unknown);

type SentOf<F> = F extends z.ZodMiniType ? OptionalWhereDefaulted<F> : unknown;
// Fields with a default are optional for the caller. The handler always gets them.
type OptionalWhereDefaulted<F extends z.ZodMiniType> = {
  [K in keyof z.output<F> as K extends keyof RequiredInput<F> ? K : never]: z.output<F>[K];
} & { [K in keyof z.output<F>]?: z.output<F>[K] };
type RequiredInput<F extends z.ZodMiniType> = {
  [K in keyof z.input<F> as undefined extends z.input<F>[K] ? never : K]: true;
};

/** What the browser passes to a call. It is like Input, but fields with a default are optional. */
export type Sent<One extends Endpoint> = SentOf<One['params']> &
  SentOf<One['query']> &
  SentOf<One['body']>;

/** The decoded response, with Cents and Dates. */
export type Reply<One extends Endpoint> = z.output<One['reply']>;
