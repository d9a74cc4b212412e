import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { RadioRow } from '../ui/radio-row.tsx';

type PaymentMethodsProps = {
  methods: PaymentMethod[];
  selected: PaymentMethod | null;
  onSelect: (method: PaymentMethod) => void;
  balance: Cents | null;
  /** What paying with the balance is like, when it is enough. */
  balanceText: string;
  total: Cents | null;
  /** The balance is not enough. */
  isShort: boolean;
  /** Something is being paid: no change now. */
  isLocked: boolean;
};

/** The ways to pay. The whole row is the target; one that is not possible keeps its reason as text. */
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
    </fieldset>
  );
}
