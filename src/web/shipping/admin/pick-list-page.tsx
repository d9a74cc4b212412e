// The pick list: which cards to take from each pack for the chosen shipments. It is for the screen and for paper.
import type { AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useShopName } from '../../accounts/config.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { countCards } from '../../collection/card-words.ts';
import { pickList, type PickedPlace } from './pick-list.ts';
import { PrintPage } from './shipping-sheet.tsx';
import { countShipments, shortId } from './shipping-words.ts';

export const screen = createLazyRoute('/admin/shipping/pick-list')({ component: PickListPage });

function PickListPage() {
  const { ids } = screen.useSearch();
  return (
    <PrintPage title="Pick list" ids={ids}>
      {(shipments) => <List shipments={shipments} />}
    </PrintPage>
  );
}

function List({ shipments }: { shipments: AdminShipmentDetail[] }) {
  const shop = useShopName();
  const count = shipments.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-9 print:border-0 print:p-0">
      <p className="font-display text-h3 font-[760]">{shop}</p>
      <p className="mt-1 text-small text-text-2">
        {countCards(count)} for {countShipments(shipments.length)}
      </p>
      {pickList(shipments).map((place) => (
        <PlaceTable key={place.place} {...place} />
      ))}
    </div>
  );
}

const CELL = 'py-2 pr-3 align-top break-words';

function PlaceTable({ place, cards }: PickedPlace) {
  return (
    <table className="mt-7 w-full table-fixed border-collapse text-small">
      <caption className="pb-2 text-left text-body font-semibold">{place}</caption>
      <thead>
        <tr className="border-b border-line-strong text-left text-head text-text-2">
          <th scope="col" className="w-8 pb-2">
            <span className="sr-only">Taken</span>
          </th>
          <th scope="col" className="pr-3 pb-2 font-[560]">
            Card
          </th>
          <th scope="col" className="w-[34%] pr-3 pb-2 font-[560]">
            Card number
          </th>
          <th scope="col" className="w-24 pb-2 font-[560]">
            Box
          </th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.cardId} className="break-inside-avoid border-b border-line">
            <td className="py-2.5 align-top">
              {/* An empty box that the packer ticks with a pen. */}
              <span aria-hidden="true" className="block size-4 border border-line-strong" />
            </td>
            <td className={CELL}>
              <span className="font-[560]">{card.name}</span>
              <span className="block text-text-2">
                {card.shelf !== null && `${card.setName} · `}
                {card.number} · {FINISH_WORDS[card.finish]} · {card.condition}
              </span>
            </td>
            <td className={CELL}>
              {card.cardNumber}
              <span className="block text-text-2">
                Pack {card.packSerial}, card {card.position}
              </span>
            </td>
            <td className="py-2 align-top whitespace-nowrap">
              {card.box}
              <span className="block text-text-2">{shortId(card.shipmentId)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
