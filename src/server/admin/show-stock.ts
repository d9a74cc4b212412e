// Shows one physical pack, or one card of an open pack, with its history.
import * as rows from '#contract/admin-stock.ts';
import { Rejection } from '#domain/rejection.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import { presentStockedPack, recordSerialsSeen } from '../stock/admin/stock.ts';
import { isOfDrop } from '../stock/places-queries.ts';
import { findStockRow, findSupplier } from '../stock/admin/physical-packs-queries.ts';
import { handler } from '../http/handler.ts';
import {
  findBuyerOfPack,
  findStockedCard,
  listCardMoves,
  listCardsOfOpenPack,
  listPackMoves,
} from './stock-queries.ts';

export const showStockedPack = handler(rows.showStockedPack, async (context, caller, { id }) => {
  const { db } = context;
  const [pack, buyer, moves, cards, isInDrop, supplier] = await Promise.all([
    findStockRow(db, id),
    findBuyerOfPack(db, id),
    listPackMoves(db, id),
    listCardsOfOpenPack(db, id),
    isOfDrop(db, id),
    findSupplier(db, id),
  ]);
  if (pack === null) throw new Rejection('NOT_FOUND');
  await recordSerialsSeen(context, caller, [pack], null);
  return {
    ...presentStockedPack(pack),
    sealKind: pack.seal_kind,
    supplier,
    buyer,
    isOfDrop: isInDrop,
    moves: moves.map(({ order_id: orderId, ...move }) => ({ ...move, orderId })),
    cards: pack.state === 'opened' ? cards : null,
  };
});

export const showStockedCard = handler(rows.showStockedCard, async (context, _caller, { id }) => {
  const { db } = context;
  const [card, moves] = await Promise.all([findStockedCard(db, id), listCardMoves(db, id)]);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  return {
    id: card.id,
    packId: card.pack_id,
    serial: card.serial,
    cardId: card.card_id,
    name: card.name,
    set_name: card.set_name,
    number: card.number,
    image: cardImageUrl(context, { ...card, id: card.card_id }),
    condition: card.condition,
    status: card.status,
    openedBy: { id: card.opened_by_id, email: card.email },
    moves: moves.map(({ shipment_id: shipmentId, amount, ...move }) => ({
      ...move,
      shipmentId,
      amount,
    })),
  };
});
