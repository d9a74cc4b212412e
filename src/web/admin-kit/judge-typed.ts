// A form is judged as the shop will judge it, by the row that it is sent to: what is wrong is said in the shop's sentences.
import { set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';

type Judgement<Judged> =
  | { success: true; data: Judged }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };

/** `fieldOf`: which field of the form a sentence of the shop belongs to; both by their path. Of several, the first counts. */
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
