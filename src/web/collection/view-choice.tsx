import { LineIcon } from '../ui/icon.tsx';
import { classNames } from '../ui/class-names.ts';
import type { CardsView } from './cards-view.ts';
import { VIEWS } from './my-cards-search.ts';

const CHOICES = {
  cards: {
    label: 'Cards',
    icon: (
      <path d="M4 4.5h4v6.5H4ZM10 4.5h4v6.5h-4ZM16 4.5h4v6.5h-4ZM4 13.5h4V20H4ZM10 13.5h4V20h-4ZM16 13.5h4V20h-4Z" />
    ),
  },
  rows: { label: 'Rows', icon: <path d="M4 6.5h16M4 12h16M4 17.5h16" /> },
  binder: { label: 'Binder', icon: <path d="M5 4h14v16H5ZM9 4v16M12 8h4M12 12h4" /> },
} as const;

/** Lets the user choose the view. On a phone only the icons are visible, because there is no room for words. */
export function ViewChoice({
  view,
  onView,
}: {
  view: CardsView;
  onView: (view: CardsView) => void;
}) {
  return (
    <fieldset className="flex shrink-0 rounded-control border border-line-strong">
      <legend className="sr-only">View</legend>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          title={CHOICES[one].label}
          onClick={() => onView(one)}
          className={classNames(
            'hit-44 flex min-h-10 min-w-11 items-center max-[359px]:min-w-10 justify-center gap-2 rounded-[5px] text-small font-semibold sm:px-3',
            view === one ? 'bg-brand-soft text-on-brand-soft sm:underline' : 'text-text-2',
          )}
        >
          <LineIcon>{CHOICES[one].icon}</LineIcon>
          <span className="max-sm:sr-only">{CHOICES[one].label}</span>
        </button>
      ))}
    </fieldset>
  );
}
