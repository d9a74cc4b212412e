// Validates a form with the schema of the endpoint that will receive it. The error messages are therefore the server's.
import { set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';

type Judgement<Judged> =
  | { success: true; data: Judged }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };

/**
 * Creates a form resolver from `judge`, the endpoint's validation. `fieldOf` returns the path of the form field for the
 * path of an error. If a field has several errors, the first is shown.
 */
export function judgeTyped<Typed extends FieldValues, Judged>(
  judge: (typed: Typed) => Judgement<Judged>,
  fieldOf: (path: string[], typed: Typed) => string[],
): Resolver<Typed, unknown, Judged> {
  return async (typed) => {
    const judged = judge(typed);
    if (judged.success) return { values: judged.data, errors: {} };
    const errors: FieldErrors<Typed> = {};
    for (const { path, message } of judged.error.issues.toReversed()) {
      set(errors, fieldOf(path.map(String), typed).join('.'), { type: 'shop', message });
    }
    return { values: {}, errors };
  };
}
