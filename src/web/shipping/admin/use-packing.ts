// The parcels on a packer's table, and what scans and presses of Enter do with them.
import { moveShipment, moveShipments, type AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { sendParcels } from '#contract/shipping-labels.ts';
import { nextParcel, pickCard } from '#contract/shipping-packing.ts';
import type { ShipmentStatus } from '#domain/shipping.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAct } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { completeParcels, packingStep, unpickedCards } from './packing-steps.ts';
import { countShipments, movedWords, shortId } from './shipping-words.ts';

/** The last thing that happened. `isWrong`: something was refused. */
export type News = { isWrong: boolean; words: string };

const NO_NEWS: News = { isWrong: false, words: '' };

type Table = { parcels: AdminShipmentDetail[]; news: News };

/** A scan sends a number and Enter. Scans and presses run one after another, however fast they come. */
export function usePacking(start: AdminShipmentDetail[], isRun: boolean) {
  const [table, setTable] = useState<Table>({ parcels: start, news: NO_NEWS });
  const { parcels, news } = table;
  const first: AdminShipmentDetail | undefined = parcels[0];
  const step = packingStep(parcels, { isRun });
  const fail = (error: Error) =>
    setTable((now) => ({ ...now, news: { isWrong: true, words: messageOf(error) } }));

  const pick = useAct(
    [pickCard],
    async (number: string) => {
      const ids = parcels.map(({ shipment }) => shipment.id);
      // After a parcel was sent, the next scanned card opens that card's own parcel.
      return call(pickCard, { number, parcels: step === 'done' && !isRun ? [] : ids });
    },
    {
      scope: 'packing',
      onSuccess: ({ parcel, cardId, wasPicked }) =>
        setTable(({ parcels: before }) => {
          const box = before.findIndex(({ shipment }) => shipment.id === parcel.shipment.id);
          const card = parcel.cards.find((one) => one.cardId === cardId)!;
          const words = [
            isRun ? `Box ${box + 1}: ${card.name}` : card.name,
            ...(wasPicked ? ['it was here already'] : []),
            ...(unpickedCards(parcel) === 0 ? ['the parcel is complete'] : []),
          ].join(', ');
          return {
            parcels: isRun ? before.with(box, parcel) : [parcel],
            news: { isWrong: false, words },
          };
        }),
      onError: fail,
    },
  );

  const moved = (ids: ReadonlySet<string>, status: ShipmentStatus, words: News) =>
    setTable(({ parcels: before }) => ({
      parcels: before.map((parcel) =>
        ids.has(parcel.shipment.id)
          ? { ...parcel, shipment: { ...parcel.shipment, status } }
          : parcel,
      ),
      news: words,
    }));

  const pack = useAct(
    [moveShipments],
    () =>
      call(moveShipments, {
        items: completeParcels(parcels).map(({ shipment }) => ({ id: shipment.id })),
        status: 'packed',
        onlyIfPicked: true,
      }),
    {
      scope: 'packing',
      onSuccess: (reply) => {
        const { title, failures } = movedWords(reply, 'packed');
        const done = reply.results.filter(({ error }) => error === null).map(({ id }) => id);
        moved(new Set(done), 'packed', {
          isWrong: failures.length > 0,
          words: [title, ...failures].join('. '),
        });
      },
      onError: fail,
    },
  );

  const send = useAct(
    [sendParcels, moveShipment],
    async (parcel: { carrier: string; trackingNumber: string } | null) => {
      if (first === undefined) throw new Error('There is no parcel');
      const { id } = first.shipment;
      if (parcel !== null) await call(moveShipment, { id, status: 'shipped', ...parcel });
      else {
        const [sent] = (await call(sendParcels, { ids: [id] })).results;
        if (sent!.error !== null) throw new Error(sent!.error.message);
      }
      return id;
    },
    {
      scope: 'packing',
      onSuccess: (id) =>
        moved(new Set([id]), 'shipped', {
          isWrong: false,
          words: `${shortId(id)} is shipped, and its owner gets a mail`,
        }),
      onError: fail,
    },
  );

  const next = useAct(
    [nextParcel],
    () => {
      const after = first?.shipment;
      return call(nextParcel, after?.status === 'requested' ? { after: after.id } : {});
    },
    {
      scope: 'packing',
      onSuccess: ({ parcel }) =>
        setTable({
          parcels: parcel === null ? [] : [parcel],
          news: {
            isWrong: false,
            words: parcel === null ? 'No parcel waits.' : `Parcel ${shortId(parcel.shipment.id)}`,
          },
        }),
      onError: fail,
    },
  );

  return {
    parcels,
    step,
    news,
    isBusy: pack.isPending || send.isPending || next.isPending,
    pick: pick.mutate,
    pack: () => pack.mutate(undefined),
    send: send.mutate,
    next: () => next.mutate(undefined),
  };
}

/** The heading of the table: "Parcel 1a2b3c4d" or "3 shipments". */
export function tableTitle(parcels: readonly AdminShipmentDetail[]): string {
  const [first] = parcels;
  if (first === undefined) return 'No parcel';
  return parcels.length === 1
    ? `Parcel ${shortId(first.shipment.id)}`
    : countShipments(parcels.length);
}
