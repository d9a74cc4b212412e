// Validates the values that the user typed into a form.
import type { Endpoint } from '#contract/endpoint.ts';
import { set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

type BodyOf<One extends Endpoint> = NonNullable<One['body']>;

/** The body of a request after decoding, with Cents and Dates. */
export type Requested<One extends Endpoint> = z.output<BodyOf<One>>;

export type Issue = { path: PropertyKey[]; message: string };

type Judgement<Judged> =
  | { success: true; data: Judged }
  | { success: false; error: { issues: readonly Issue[] } };

type Errors<Typed> = {
  /** Returns the path of the form field that shows an error. `path`: the path of the error in the request. */
  fieldOf?: (path: string[], typed: Typed) => string[];
  /** Returns the form's own message for an error of a field. */
  words?: (field: string, typed: Typed, message: string) => string;
};

type Conversion<One extends Endpoint, Typed> = (typed: Typed) => z.input<BodyOf<One>>;

export type RequestRules<One extends Endpoint, Typed> = Errors<Typed> & {
  /** Converts the form's fields to the request. May be omitted if form and request have the same fields. */
  requestOf?: Conversion<One, Typed>;
  /** Applies rules of the server that the endpoint's schema does not contain. */
  check?: (request: Requested<One>) => Issue[];
} & (Typed extends z.input<BodyOf<One>> ? unknown : { requestOf: Conversion<One, Typed> });

/**
 * Creates the resolver of a form. `judge` parses the typed values by a schema. If a field has several errors, only the
 * first one is shown.
 */
export function judgeTyped<Typed extends FieldValues, Judged>(
  judge: (typed: Typed) => Judgement<Judged>,
  { fieldOf = (path) => path, words = (_field, _typed, message) => message }: Errors<Typed> = {},
): Resolver<Typed, unknown, Judged> {
  return async (typed) => {
    const judged = judge(typed);
    if (judged.success) return { values: judged.data, errors: {} };
    const errors: FieldErrors<Typed> = {};
    for (const { path, message } of judged.error.issues.toReversed()) {
      const field = fieldOf(path.map(String), typed).join('.');
      set(errors, field, { type: 'shop', message: words(field, typed, message) });
    }
    return { values: {}, errors };
  };
}

/**
 * Creates the resolver of an endpoint's form. It validates with the endpoint's schema, so its messages are the
 * server's.
 */
export function judgeRequest<One extends Endpoint, Typed extends FieldValues>(
  { body }: One,
  rules: RequestRules<One, Typed>,
): Resolver<Typed, unknown, Requested<One>> {
  const { requestOf, check = () => [] } = rules;
  return judgeTyped((typed: Typed) => {
    const judged = body!.safeParse(requestOf ? requestOf(typed) : typed) as Judgement<
      Requested<One>
    >;
    const issues = judged.success ? check(judged.data) : [];
    return issues.length === 0 ? judged : { success: false, error: { issues } };
  }, rules);
}
