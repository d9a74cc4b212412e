// Packing slips with the contents and destination of each parcel, one sheet per parcel. A slip shows no prices, because
// a parcel may be a present. A slip for another country includes a customs form, which must show values.
import type { AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useShopName } from '../../accounts/config.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { Address } from '../shipment-parts.tsx';
import { countCards } from '../../collection/card-words.ts';
import { formatMoment } from '../../ui/moments.ts';
import { Customs } from './customs-part.tsx';
import { PrintPage } from './shipping-sheet.tsx';
import { shortId } from './shipping-words.ts';

export const screen = createLazyRoute('/admin/shipping/packing-slips')({
  component: PackingSlipPage,
});

function PackingSlipPage() {
  const { ids } = screen.useSearch();
  return (
    <PrintPage title="Packing slips" ids={ids}>
      {(shipments) => (
        <div className="grid grid-cols-1 gap-6 print:block">
          {shipments.map((open) => (
            <Slip key={open.shipment.id} open={open} />
          ))}
        </div>
      )}
    </PrintPage>
  );
}

function Slip({ open: { shipment, cards, customs } }: { open: AdminShipmentDetail }) {
  const shop = useShopName();
  return (
    <article
      aria-label={`Packing slip ${shortId(shipment.id)}`}
      className="rounded-card border border-line bg-surface p-5 sm:p-9 print:break-after-page print:border-0 print:p-0 print:last:break-after-auto"
    >
      <p className="font-display text-h3 font-[760]">{shop}</p>
      <div className="mt-5 mb-7 grid gap-6 text-small sm:grid-cols-2 print:grid-cols-2">
        <div>
          <h2 className="mb-1 text-small font-semibold">Shipping to</h2>
          <Address shipment={shipment} />
        </div>
        <dl className="grid content-start gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] print:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-text-2">Shipment</dt>
          <dd className="break-all">{shipment.id}</dd>
          <dt className="text-text-2">Requested</dt>
          <dd>{formatMoment(shipment.createdAt)}</dd>
          <dt className="text-text-2">Contents</dt>
          <dd>{countCards(cards.length)}</dd>
        </dl>
      </div>
      <table className="w-full border-collapse text-small [overflow-wrap:anywhere]">
        <caption className="sr-only">Cards in this parcel</caption>
        <thead>
          <tr className="border-b border-line-strong text-left text-head text-text-2">
            <th scope="col" className="pr-3 pb-2 font-[560]">
              Card
            </th>
            <th scope="col" className="pr-3 pb-2 font-[560]">
              Set
            </th>
            <th scope="col" className="pb-2 font-[560]">
              Condition
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={card.cardId} className="break-inside-avoid border-b border-line align-top">
              <td className="py-2 pr-3 break-words">
                {card.name}
                <span className="block text-text-2">{FINISH_WORDS[card.finish]}</span>
              </td>
              <td className="py-2 pr-3 break-words">
                {card.setName}
                <span className="block text-text-2">{card.number}</span>
              </td>
              <td className="py-2">{card.condition}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {customs && <Customs form={customs} shop={shop} />}
    </article>
  );
}
