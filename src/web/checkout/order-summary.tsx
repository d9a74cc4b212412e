import type { PackType } from '#contract/catalogue.ts';
import type { Quote } from '#domain/pricing.ts';
import { times } from '#domain/money.ts';
import { useState, type FormEvent } from 'react';
import { PackImage } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Price } from '../ui/price.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SumLine } from '../ui/sum-line.tsx';

type OrderSummaryProps = {
  pack: PackType;
  quantity: number;
  price: Quote | null;
  isCalculating: boolean;
  /** The order is being paid, and stays as it is. */
  isLocked: boolean;
  discountCode: string | null;
  /** Why a code can't be used, or null. */
  onCheckCode: (code: string) => Promise<string | null>;
  onDiscountCode: (code: string | null) => void;
};

export function OrderSummary({
  pack,
  quantity,
  price,
  isCalculating,
  isLocked,
  discountCode,
  onCheckCode,
  onDiscountCode,
}: OrderSummaryProps) {
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-card border border-line bg-surface p-5 lg:sticky lg:top-20"
    >
      <h2 id="order-summary" className="text-h3">
        Order summary
      </h2>
      <div className="mt-5 flex items-center gap-4">
        <PackImage src={pack.packImageUrl} alt="" eager className="w-14" />
        <div className="min-w-0 flex-1 text-small">
          <p className="font-semibold">
            {pack.name}
            {quantity > 1 && ` × ${quantity}`}
          </p>
          <p className="text-text-2">Each pack contains {pack.card_count} cards</p>
        </div>
        <Price amount={times(pack.price, quantity)} className="text-small font-semibold" />
      </div>
      <DiscountCode
        applied={discountCode}
        isLocked={isLocked}
        onCheck={onCheckCode}
        onChange={onDiscountCode}
      />
      <dl className="mt-5 grid gap-2.5 border-t border-line pt-5 text-small">
        <SumLine label="Subtotal" amount={price?.subtotal} />
        {price !== null && price.discount > 0 && (
          <SumLine label={`Discount (${discountCode})`} amount={price.discount} sign="−" />
        )}
        <SumLine label="Tax" amount={price?.tax} />
        {price !== null && price.processingFee > 0 && (
          <SumLine label="Processing fee" amount={price.processingFee} />
        )}
        <div className="mt-2 flex items-baseline justify-between border-t border-line pt-4">
          <dt className="text-price font-semibold">Total</dt>
          <dd className="text-h3 font-[680]">
            {price === null ? '–' : <Price amount={price.total} />}
          </dd>
        </div>
      </dl>
      <output className="mt-3 flex min-h-6 items-center gap-2 text-small text-text-2">
        {isCalculating && (
          <>
            <Spinner /> Calculating total
          </>
        )}
      </output>
    </section>
  );
}

function DiscountCode({
  applied,
  isLocked,
  onCheck,
  onChange,
}: {
  applied: string | null;
  isLocked: boolean;
  onCheck: (code: string) => Promise<string | null>;
  onChange: (code: string | null) => void;
}) {
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  if (applied !== null) {
    return (
      <p className="mt-4 flex items-center justify-between text-small">
        <span>
          Code <strong>{applied}</strong> applied
        </span>
        <Button look="ghost" size="small" disabled={isLocked} onClick={() => onChange(null)}>
          Remove
        </Button>
      </p>
    );
  }
  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement;
    const code = field.value.trim().toUpperCase();
    if (code === '') {
      setError('Please enter a discount code');
      return;
    }
    setBusy(true);
    const refusal = await onCheck(code);
    setBusy(false);
    setError(refusal ?? undefined);
    if (refusal === null) onChange(code);
  };
  return (
    <details className="mt-4 text-small">
      <summary className="inline-flex min-h-11 items-center font-semibold text-brand">
        Add discount code
      </summary>
      <form onSubmit={apply} noValidate className="mt-1 flex items-start gap-2">
        <Field
          name="code"
          label={<span className="sr-only">Discount code</span>}
          placeholder="Discount code"
          autoComplete="off"
          maxLength={64}
          disabled={isLocked}
          error={error}
          className="flex-1"
        />
        <Button
          type="submit"
          look="secondary"
          busy={isBusy}
          disabled={isLocked}
          className="mt-[27px]"
        >
          Apply
        </Button>
      </form>
    </details>
  );
}
