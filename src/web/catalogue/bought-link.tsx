import type { PackType } from '#contract/catalogue.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass, type ButtonSize } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import type { ReachedLimit } from './reached-limits.ts';

/**
 * Replaces the buy button after the user has bought the maximum number of packs of this type. Links to the opened
 * cards, or to the opening of a sealed pack.
 */
export function BoughtLink({
  pack,
  bought,
  size = 'normal',
  wide = false,
  className,
}: {
  pack: PackType;
  bought: ReachedLimit;
  size?: ButtonSize;
  wide?: boolean;
  className?: string;
}) {
  const variant = classNames(buttonClass({ variant: 'secondary', size, wide }), className);
  const words = bought.isSealed ? 'Bought: open it' : 'Bought: see its cards';
  const link = { className: variant, 'aria-label': `${words}, ${pack.name}` };
  if (!bought.isSealed) {
    return (
      <Link to="/my-cards" search={{ pack: pack.name }} {...link}>
        {words}
      </Link>
    );
  }
  if (bought.paymentIntentId === null) {
    return (
      <Link to="/my-account" {...link}>
        {words}
      </Link>
    );
  }
  return (
    <Link to="/card-opening" search={{ payment_intent: bought.paymentIntentId }} {...link}>
      {words}
    </Link>
  );
}
