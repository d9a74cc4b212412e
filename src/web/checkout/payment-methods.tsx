import { formatCad, type Cents } from '#domain/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Price } from '../ui/price.tsx';

/** The ways to pay. The whole row is the target; one that is not possible keeps its reason as text. */
export function PaymentMethods({
  balance,
  total,
  isShort,
}: {
  balance: Cents | null;
  total: Cents | null;
  isShort: boolean;
}) {
  return (
    <fieldset className="mt-4 grid gap-3">
      <legend className="sr-only">Payment method</legend>
      <label
        className={classNames(
          'flex min-h-18 cursor-pointer items-center gap-4 rounded-card border-2 px-4 py-3',
          isShort ? 'cursor-not-allowed border-line bg-surface-2' : 'border-brand bg-surface',
        )}
      >
        <input
          type="radio"
          name="payment-method"
          value="balance"
          defaultChecked
          disabled={isShort}
          className="size-5 accent-brand"
        />
        <span className="min-w-0 flex-1">
          <span className="block text-small font-semibold">Account Balance</span>
          <span className="block text-small text-text-2">
            {isShort
              ? `Insufficient balance (need ${formatCad(total)})`
              : 'Instant purchase with your balance'}
          </span>
        </span>
        <Price amount={balance} className="text-small font-[560]" />
      </label>
    </fieldset>
  );
}
