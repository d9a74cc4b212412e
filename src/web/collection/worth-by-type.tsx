// Shows for each pack type how much was paid, and how much of it came back or remains. In a narrow window a list
// replaces the table.
import type { CollectionWorth } from '#contract/profile-worth.ts';
import { sum } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { Price } from '../ui/price.tsx';
import { countOf } from '../ui/count-of.ts';

type OfType = CollectionWorth['packTypes'][number];

export function WorthByType({ packTypes }: { packTypes: readonly OfType[] }) {
  return (
    <section aria-labelledby="by-type" className="text-small">
      <h3 id="by-type" className="font-semibold">
        By type of pack
      </h3>
      <table aria-labelledby="by-type" className="mt-2 w-full border-collapse max-sm:hidden">
        <thead>
          <tr className="border-b border-line-strong text-right text-head text-text-2">
            <th scope="col" className="py-2 text-left font-[560]">
              Pack
            </th>
            {['Packs', 'Spent', 'Cards sold for', 'Remaining value'].map((head) => (
              <th key={head} scope="col" className="py-2 pl-3 font-[560]">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {packTypes.map((type) => (
            <tr key={type.packTypeId} className="border-b border-line text-right last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {type.name}
              </th>
              <td className="py-2 pl-3">
                {type.packs}
                {type.sealedPacks > 0 && <Note>{type.sealedPacks} sealed</Note>}
              </td>
              <td className="py-2 pl-3">
                <Price amount={type.paid} />
              </td>
              <td className="py-2 pl-3">
                <Price amount={type.soldBack} />
              </td>
              <td className="py-2 pl-3">
                <Left {...type} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-labelledby="by-type" className="mt-1 sm:hidden">
        {packTypes.map((type) => (
          <li key={type.packTypeId} className="border-b border-line py-3 last:border-0">
            {type.name}
            <Note>
              {countOf(type.packs, 'pack')}
              {type.sealedPacks > 0 && `, ${type.sealedPacks} sealed`}
            </Note>
            <dl className="mt-2 grid grid-cols-[auto_auto_auto] justify-between gap-3">
              <Figure label="Spent">
                <Price amount={type.paid} />
              </Figure>
              <Figure label="Cards sold for">
                <Price amount={type.soldBack} />
              </Figure>
              <Figure label="Remaining value">
                <Left {...type} />
              </Figure>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The value of the cards and packs that are left. Cards count at their credit value, sealed packs at their price. */
function Left({ here, home, sealed, cardsHere, cardsHome }: OfType) {
  return (
    <>
      <Price amount={sum(here, home, sealed)} />
      <Note>
        {cardsHere} here{cardsHome > 0 && `, ${cardsHome} sent`}
      </Note>
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-head text-text-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-text-2">{children}</span>;
}
