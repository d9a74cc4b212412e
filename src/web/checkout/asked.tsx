// Asks for the consents that the law requires before a purchase, directly above the buy button: a sentence about the
// legal texts, and a checkbox for the buyer's age.
import { LegalLinks } from '../accounts/legal-links.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Course } from './use-checkout.ts';

/** Renders nothing if no consent is required. `press`: the label of the buy button. */
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

/** Returns whether the buyer has given every consent that needs a checkbox. */
export function isConsentComplete({ asks, isOfAge }: Course): boolean {
  return asks.age === null || isOfAge;
}
