// What the law asks of a buyer, right above the button that buys: texts by a sentence, their age by a tick.
import { LegalLinks } from '../accounts/legal-links.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Course } from './use-checkout.ts';

/** Nothing where nothing is asked. `press`: what the button says. */
export function Asked({ course, press }: { course: Course; press: string }) {
  const {
    asks: { texts, age },
    isOfAge,
    setOfAge,
  } = course;
  if (texts.length === 0 && age === null) return null;
  return (
    <div className="mt-4 mb-1 grid gap-3 text-small max-lg:mb-4">
      {age !== null && (
        <Checkbox
          label={`I am ${age} years old or older`}
          checked={isOfAge}
          onChange={({ target }) => setOfAge(target.checked)}
        />
      )}
      {texts.length > 0 && (
        <p className="text-text-2">
          By pressing “{press}” you accept our <LegalLinks texts={texts} />.
        </p>
      )}
    </div>
  );
}

/** Whether everything is said that only a tick can say. */
export function isSaid({ asks, isOfAge }: Course): boolean {
  return asks.age === null || isOfAge;
}
