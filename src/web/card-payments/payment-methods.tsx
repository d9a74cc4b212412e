import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';

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
        <Method
          name="balance"
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
          onSelect={onSelect}
        >
          <Price amount={balance} className="text-small font-[560]" />
        </Method>
      )}
      {methods.includes('stripe') && (
        <Method
          name="stripe"
          title="Credit or Debit Card"
          text="Secure payment via our card provider"
          isSelected={selected === 'stripe'}
          isDisabled={isLocked}
          onSelect={onSelect}
        >
          <Icon name="lock" size={18} />
        </Method>
      )}
    </fieldset>
  );
}

function Method({
  name,
  title,
  text,
  isSelected,
  isDisabled,
  onSelect,
  children,
}: {
  name: PaymentMethod;
  title: string;
  text: ReactNode;
  isSelected: boolean;
  isDisabled: boolean;
  onSelect: (method: PaymentMethod) => void;
  children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        'flex min-h-18 items-center gap-4 rounded-card border px-4 py-3',
        isSelected && 'border-brand outline-1 outline-brand',
        !isSelected && 'border-line-strong',
        isDisabled ? 'cursor-not-allowed bg-surface-2' : 'cursor-pointer bg-surface',
      )}
    >
      <input
        type="radio"
        name="payment-method"
        value={name}
        checked={isSelected}
        disabled={isDisabled}
        onChange={() => onSelect(name)}
        className="size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-small font-semibold">{title}</span>
        <span className="block text-small text-text-2">{text}</span>
      </span>
      {children}
    </label>
  );
}
