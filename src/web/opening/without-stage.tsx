import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../ui/button.tsx';

/**
 * A pack for users who are on a break from buying: they see its cards as a list. `onShowAll` is null until the shop has
 * said which packs there are.
 */
export function WithoutStage({
  name,
  onShowAll,
}: {
  name: string;
  onShowAll: (() => void) | null;
}) {
  return (
    <div className="page pt-9 pb-12">
      <h1 tabIndex={-1} className="text-h2 sm:text-h1">
        {name}
      </h1>
      <p className="mt-3 text-text-2">All cards are shown as a list.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button disabled={onShowAll === null} onClick={onShowAll ?? undefined}>
          Show all
        </Button>
        <Link to="/my-cards" className={buttonClass({ variant: 'ghost' })}>
          My cards
        </Link>
      </p>
    </div>
  );
}
