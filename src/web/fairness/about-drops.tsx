// What all pages about drops share: the story of a drop in four steps, the answer to the question whether the shop
// could cheat, and the badge of a demo. All of this is in one file, because each further file costs the home page some
// bytes.
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { Link } from '@tanstack/react-router';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/count-of.ts';
import { momentInUtc } from '#domain/day-in-utc.ts';
import { Icon } from '../ui/icon.tsx';
import type { ShownDrop } from './drop-on-sale.ts';

/** Tells the story of a drop: when its packs were fixed and ordered, and how many packs are sold and opened. */
export function DropStory({ shown }: { shown: ShownDrop }) {
  return (
    <ol aria-label="The story of this drop" className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4">
      {stepsOf(shown).map(({ title, at, text, mark }) => (
        <li
          key={title}
          className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-t border-line py-3"
        >
          <span
            className={classNames(
              'mt-0.5 grid size-6 place-items-center rounded-full',
              MARK_CLASSES[mark],
            )}
          >
            {mark === 'done' && <Icon name="check" size={16} />}
            {mark === 'word' && <span className="w-2.5 border-t-2 border-current" />}
          </span>
          <div>
            <p>
              <span className="font-semibold">{title}</span>
              {at !== null && <span className="text-small text-text-2"> · {momentInUtc(at)}</span>}
            </p>
            <p className="text-small text-text-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** `word`: only the shop says that the step is done, as on the proof of a pack (choice 949). */
type Mark = 'done' | 'word' | 'open';

const MARK_CLASSES: Record<Mark, string> = {
  done: 'bg-brand text-on-brand',
  word: 'border-2 border-current bg-warn-soft text-on-warn-soft',
  open: 'border-2 border-line-strong',
};

type Step = { title: string; at: Date | null; text: string; mark: Mark };

function stepsOf({ drop, manifest, order, numberAt, practiceChain }: ShownDrop): Step[] {
  const { packCount, publishedAt } = JSON.parse(manifest) as Manifest;
  const isPractice = practiceChain !== null;
  const number = numberWord(isPractice);
  const { sold, opened, left, withdrawn } = drop;
  return [
    {
      title: 'Fixed',
      at: new Date(publishedAt * 1000),
      text: `What each of ${packCount} packs holds was locked under one fingerprint.`,
      mark: 'done',
    },
    {
      title: 'Ordered',
      at: order === null ? null : numberAt,
      text:
        order === null
          ? `A ${number} will put the packs in a row.`
          : `A ${number} put the packs in a row. ${isPractice ? 'That order is our word.' : 'Nobody can rearrange it.'}`,
      mark: order === null ? 'open' : isPractice ? 'word' : 'done',
    },
    {
      title: 'Sold',
      at: null,
      text: `${sold} of ${packCount} so far, one after the other in that row. ${countOf(left, 'pack')} left${withdrawn > 0 ? `, ${withdrawn} taken off sale` : ''}.`,
      mark: sold > 0 && left === 0 ? 'done' : 'open',
    },
    {
      title: 'Opened',
      at: null,
      text: `${opened} so far. Each buyer’s browser checks that the cards are those of the fixed list.`,
      mark: sold > 0 && left === 0 && opened === sold ? 'done' : 'open',
    },
  ];
}

/** The name of the number that orders a drop. */
export function numberWord(isPractice: boolean): string {
  return isPractice ? 'practice number' : 'public number';
}

/**
 * Says what a practice number can't prove. It appears wherever a page says that nobody can change an order (choice
 * 1026).
 */
export const PRACTICE_CAVEAT =
  'This is a demo: we make that number ourselves, so we could have chosen the order.';

/** A badge for content that relies on practice numbers. It links to the page that explains them (choice 922). */
export function DemoBadge() {
  return (
    <Link to="/fairness" className="hit-44 no-underline">
      <Badge tone="warn">
        {/* The hidden text repeats "Demo", because a browser would put a space between a visible and a hidden part. */}
        <span aria-hidden="true">Demo</span>
        <span className="sr-only">Demo: what that means</span>
      </Badge>
    </Link>
  );
}

/** How far a drop is: its list is not fixed yet, the list is fixed but has no order, or it has its order. */
type Stage = 'announced' | 'fixed' | 'ordered';

const COULD_THE_SHOP: Record<Stage, readonly [could: string, couldnt: string]> = {
  announced: [
    'Until the list is fixed, we can leave a good pack out. And we will know the order, so somebody of ours could buy early, before you.',
    'Once the list is fixed and ordered, we can’t move a pack or change what it holds.',
  ],
  fixed: [
    'We could have left a good pack out before the list was fixed. And we will know the order, so somebody of ours could buy early, before you.',
    'The list is fixed: we can’t change what a pack holds. Once it is ordered, we can’t move a pack either.',
  ],
  ordered: [
    'We could have left a good pack out before the list was fixed. And we know the order, so somebody of ours could buy early, before you.',
    'Once the list was fixed and ordered, we could not move a pack or change what it holds.',
  ],
};

/**
 * Answers whether the shop could keep the good packs for itself. The answer appears wherever an order is explained, in
 * the same type size as the explanation.
 */
export function CouldAndCouldnt({
  stage = 'ordered',
  isPractice,
  className,
}: {
  stage?: Stage;
  /** Whether a practice number sets the order. */
  isPractice: boolean;
  className?: string;
}) {
  return (
    <div className={classNames('space-y-1', className)}>
      <p className="font-semibold">Could we keep the good packs for ourselves?</p>
      {COULD_THE_SHOP[stage].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isPractice && <p>{PRACTICE_CAVEAT}</p>}
      <p>We can’t show that what we wrote down matches the cardboard.</p>
    </div>
  );
}
