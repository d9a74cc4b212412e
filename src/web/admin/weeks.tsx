// The last week beside the week before, for those who may see what was earned.
import { compareWeeks, PEOPLE_COUNTED_MOST, type Week } from '#contract/margin.ts';
import { formatCad } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { countOf } from '../ui/count-of.ts';
import { Figure } from './figure.tsx';

export function Weeks() {
  const weeks = useAsk(compareWeeks, {});
  return (
    <section aria-labelledby="weeks">
      <h2 id="weeks" className="mb-4 text-h3">
        The week beside the week before
      </h2>
      <WhenLoaded list={weeks} what="weeks">
        {({ last, before }) => <Compared last={last} before={before} />}
      </WhenLoaded>
    </section>
  );
}

function Compared({ last, before }: { last: Week; before: Week }) {
  const days = { from: last.from, to: last.to };
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Figure
          label="Sales"
          value={formatCad(last.sales)}
          note={beside(formatCad(before.sales))}
          leadsTo={{ to: '/admin/orders', search: { state: 'paid', ...days } }}
        />
        <Figure
          label="Returns"
          value={formatCad(last.returns)}
          note={beside(formatCad(before.returns))}
          leadsTo={{ to: '/admin/orders', search: { state: 'refunded' } }}
        />
        <Figure
          label="Margin"
          value={marginOf(last)}
          note={beside(marginOf(before))}
          leadsTo={{
            to: '/admin/margin',
            search: { from: last.from.slice(0, 7), to: last.to.slice(0, 7) },
          }}
        />
        <Figure
          label="New people"
          value={peopleOf(last)}
          note={beside(peopleOf(before))}
          leadsTo={{ to: '/admin/users' }}
        />
      </dl>
      <p className="mt-3 text-small text-text-2">
        {last.from} to {last.to}, beside {before.from} to {before.to} (UTC). Sales are after
        discounts, before returns, tax and fees.
        {last.left === null &&
          ` ${formatCad(last.leftBeforeUnknown)} are left before what ${countOf(last.packsWithoutCost, 'pack')} cost, which nobody recorded.`}
      </p>
    </>
  );
}

const beside = (words: ReactNode) => <>{words} the week before</>;

const marginOf = ({ left }: Week) => (left === null ? 'Not known' : formatCad(left));

const peopleOf = ({ newPeople }: Week) =>
  `${newPeople.toLocaleString('en-CA')}${newPeople >= PEOPLE_COUNTED_MOST ? '+' : ''}`;
