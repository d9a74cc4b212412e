// The icons above the owner's cards. The icons for search, filter and sort unfold their fields; Select makes a press on
// a card tick it (choice 911).
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LineIcon } from '../ui/icon.tsx';
import type { Fold } from './cards-toolbar.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';

const ICONS = {
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20" />,
  filter: <path d="M4 6.5h16M7 12h10M10 17.5h4" />,
  sort: <path d="M8 4.5v15M4.5 16 8 19.5l3.5-3.5M16 19.5v-15M12.5 8 16 4.5 19.5 8" />,
  select: <path d="M4.5 4.5h15v15h-15ZM8 12.2l2.8 2.8 5-5.6" />,
} as const;

type ListToolsProps = {
  search: MyCardsSearch;
  open: Fold | null;
  onOpen: (fold: Fold | null) => void;
  /** Null in the view with rows, because each row has a checkbox. */
  select: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
};

export function ListTools({ search, open, onOpen, select }: ListToolsProps) {
  const used = usedIn(search);
  const folds = { search: 'Search', filter: 'Filter', sort: 'Sort' } as const;
  return (
    <>
      {(['search', 'filter', 'sort'] as const).map((one) => (
        <IconButton
          key={one}
          label={used[one] ? `${folds[one]}, in use` : folds[one]}
          title={folds[one]}
          aria-expanded={open === one}
          onClick={() => onOpen(open === one ? null : one)}
          className={pressedClass(open === one)}
        >
          <LineIcon>{ICONS[one]}</LineIcon>
          {/* The dot is a border, because forced colours remove backgrounds. */}
          {used[one] && (
            <span className="absolute top-1.5 right-1.5 size-0 rounded-full border-4 border-brand" />
          )}
        </IconButton>
      ))}
      {select && (
        <IconButton
          label="Select cards"
          title="Select cards"
          aria-pressed={select.isOn}
          onClick={() => select.onChange(!select.isOn)}
          className={pressedClass(select.isOn)}
        >
          <LineIcon>{ICONS.select}</LineIcon>
        </IconButton>
      )}
    </>
  );
}

function pressedClass(isPressed: boolean): string {
  return classNames('relative', isPressed && 'bg-brand-soft text-on-brand-soft');
}

/** Returns which groups of fields have a value. The icon of such a group has a dot while the group is folded. */
function usedIn({ search, sort, pack, set, rarity, finish, value, expiring }: MyCardsSearch) {
  const filters = [pack, set, rarity, finish, value, expiring];
  return {
    search: search !== undefined,
    filter: filters.some((one) => one !== undefined),
    sort: sort !== undefined,
  };
}
