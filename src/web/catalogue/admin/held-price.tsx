// Says which drop fixes a pack type's price, and until when.
import type { AdminPackType } from '#contract/catalogue-admin.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../ui/moments.ts';

/** The price that holds next: the one that waits for the end of a drop, or else the present one. */
export const comingPrice = ({ nextPrice, price }: AdminPackType) => nextPrice ?? price;

export function HeldPrice({ type: { heldBy, price } }: { type: AdminPackType }) {
  if (heldBy === null) return null;
  return (
    <>
      <Link to="/admin/drops/$dropId" params={{ dropId: heldBy.dropId }} className="link hit-44">
        Drop {heldBy.number}
      </Link>{' '}
      fixes {formatCad(price)} until {formatMoment(heldBy.closesBy)} at the latest. Another price
      holds from its next drop.
    </>
  );
}
