// What all pages about drops share: the story of a drop in four steps, the answer to the question whether the shop
// could cheat, and the badge of a demo. All of this is in one file, because each further file costs the home page some
// bytes.
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { Link } from '@tanstack/react-router';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/count-of.ts';
import { dayInUtc } from '../ui/day-in-utc.ts';
import { Icon } from '../ui/icon.tsx';
import type { ShownDrop } from './drop-on-sale.ts';

/** Tells the story of a drop: when its packs were fixed and ordered, and how many packs are sold and opened. */
export function DropStory({ shown }: { shown: ShownDrop }) {
  return (
    <ol aria-label="The story of this drop" className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4">
      {stepsOf(shown).map(({ title, at, text, isDone }) => (
        <li
          key={title}
          className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-t border-line py-3"
        >
          <span
            className={
              isDone
                ? 'mt-0.5 grid size-6 place-items-center rounded-full bg-brand text-on-brand'
                : 'mt-0.5 size-6 rounded-full border-2 border-line-strong'
            }
          >
            {isDone && <Icon name="check" size={16} />}
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

function stepsOf({ drop, manifest, order, numberAt, practiceChain }: ShownDrop) {
  const { packCount, publishedAt } = JSON.parse(manifest) as Manifest;
  const number = numberWord(practiceChain !== null);
  const { sold, opened, left, withdrawn } = drop;
  return [
    {
      title: 'Fixed',
      at: new Date(publishedAt * 1000),
      text: `What each of ${packCount} packs holds was locked under one fingerprint.`,
      isDone: true,
    },
    {
      title: 'Ordered',
      at: order === null ? null : numberAt,
      text:
        order === null
          ? `A ${number} will put the packs in a row.`
          : `A ${number} put the packs in a row. Nobody can rearrange it.`,
      isDone: order !== null,
    },
    {
      title: 'Sold',
      at: null,
      text: `${sold} of ${packCount} so far, one after the other in that row. ${countOf(left, 'pack')} left${withdrawn > 0 ? `, ${withdrawn} taken off sale` : ''}.`,
      isDone: sold > 0,
    },
    {
      title: 'Opened',
      at: null,
      text: `${opened} so far. Each buyer’s browser checks that the cards are those of the fixed list.`,
      isDone: opened > 0,
    },
  ];
}

/** The name of the number that orders a drop. */
export function numberWord(isPractice: boolean): string {
  return isPractice ? 'practice number' : 'public number';
}

/** Formats day and time in UTC, so that the server and every browser render the same text. */
export function momentInUtc(at: Date): string {
  const minutes = String(at.getUTCMinutes()).padStart(2, '0');
  return `${dayInUtc(at)}, ${at.getUTCHours()}:${minutes} UTC`;
}

/** A badge for content that relies on practice numbers. It links to the page that explains them (choice 922). */
export function DemoBadge() {
  return (
    <Link to="/fairness" className="hit-44 no-underline">
      <Badge tone="warn">
        {/* One text as a whole, because a browser puts a space before a hidden part. */}
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
  className,
}: {
  stage?: Stage;
  className?: string;
}) {
  return (
    <div className={classNames('space-y-1', className)}>
      <p className="font-semibold">Could we keep the good packs for ourselves?</p>
      {COULD_THE_SHOP[stage].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>We can’t show that what we wrote down matches the cardboard.</p>
    </div>
  );
}
