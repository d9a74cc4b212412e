import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { useConfig } from '../accounts/config.ts';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { RadioRow } from '../ui/radio-row.tsx';

type PaymentMethodsProps = {
  methods: PaymentMethod[];
  selected: PaymentMethod | null;
  onSelect: (method: PaymentMethod) => void;
  balance: Cents | null;
  /** The text of the option to pay with the balance, shown if the balance is sufficient. */
  balanceText: string;
  total: Cents | null;
  /** Whether the balance is less than the total. */
  isShort: boolean;
  /** Whether a payment is in progress. During a payment the method can't be changed. */
  isLocked: boolean;
};

/** Lets the buyer choose a payment method by a click anywhere in its row. An unavailable method shows its reason. */
export function PaymentMethods({
  methods,
  selected,
  onSelect,
  balance,
  balanceText,
  total,
  isShort,
  isLocked,
}: PaymentMethodsProps) {
  const awaitsOpening = useConfig()?.cardsWaitForOpening ?? false;
  return (
    <fieldset className="mt-4 grid gap-3">
      <legend className="sr-only">Payment method</legend>
      {methods.includes('balance') && (
        <RadioRow
          name="payment-method"
          value="balance"
          title="Account Balance"
          text={
            isShort ? (
              <>
                Insufficient balance (need <Price amount={total} />)
              </>
            ) : (
              balanceText
            )
          }
          isSelected={selected === 'balance' && !isShort}
          isDisabled={isShort || isLocked}
          onSelect={() => onSelect('balance')}
        >
          <Price amount={balance} className="text-small font-[560]" />
        </RadioRow>
      )}
      {methods.includes('stripe') && (
        <RadioRow
          name="payment-method"
          value="stripe"
          title="Credit or Debit Card"
          text="Secure payment via our card provider"
          isSelected={selected === 'stripe'}
          isDisabled={isLocked}
          onSelect={() => onSelect('stripe')}
        >
          <Icon name="lock" size={18} />
        </RadioRow>
      )}
      {awaitsOpening && (
        <p className="text-small text-text-2">
          We don’t take cards yet: this shop has just started. You can pay with credits.
        </p>
      )}
    </fieldset>
  );
}
