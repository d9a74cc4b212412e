import type { Quote } from './checkout-state.ts';
import { rowsOfTaxes } from '#domain/tax-lines.ts';
import { formatCad } from '#domain/money.ts';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useRegion } from '../accounts/region.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SumLine } from '../ui/sum-line.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { BuyersNotes } from './buyers-notes.tsx';
import { CartLines, type ShownLine } from './cart-lines.tsx';

type OrderSummaryProps = {
  lines: ShownLine[];
  canRemove: boolean;
  onChange: (packTypeId: string, quantity: number) => void;
  quote: Quote | null;
  isCalculating: boolean;
  /** True during the payment: the order can't change then. */
  isLocked: boolean;
  discountCode: string | null;
  /** Returns the reason why the code can't be used, or null if it can. */
  onCheckCode: (code: string) => Promise<string | null>;
  onDiscountCode: (code: string | null) => void;
};

/** The order, beside the payment. In a narrow window it is folded above the payment, and only the total is visible. */
export function OrderSummary({
  lines,
  canRemove,
  onChange,
  quote,
  isCalculating,
  isLocked,
  discountCode,
  onCheckCode,
  onDiscountCode,
}: OrderSummaryProps) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-card border border-line bg-surface lg:sticky lg:top-20 lg:p-5"
    >
      <h2 id="order-summary" className="text-h3 max-lg:text-body">
        <span className="max-lg:hidden">Order summary</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-13 w-full items-center justify-between gap-3 rounded-card px-4 text-left lg:hidden"
        >
          <span className="min-w-0">
            <span className="block text-small font-normal text-text-2">Order summary</span>{' '}
            <span className="break-words">
              {packsOf(lines)}
              {quote !== null && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatCad(quote.total)}</span>
                  {isBeforeTax(quote) && ' plus tax'}
                </>
              )}
            </span>
          </span>
          <Icon name="down" size={18} className={isOpen ? 'shrink-0 rotate-180' : 'shrink-0'} />
        </button>
      </h2>
      <div
        id={contentId}
        className={classNames('max-lg:px-4 max-lg:pb-4', !isOpen && 'max-lg:hidden')}
      >
        <div className="mt-5 max-lg:mt-1">
          <CartLines lines={lines} isLocked={isLocked} canRemove={canRemove} onChange={onChange} />
        </div>
        <DiscountCode
          applied={discountCode}
          isLocked={isLocked}
          onCheck={onCheckCode}
          onChange={onDiscountCode}
        />
        <dl className="mt-5 grid gap-2.5 border-t border-line pt-5 text-small">
          <SumLine label="Subtotal" amount={quote?.subtotal} />
          {quote !== null && quote.discount > 0 && (
            <SumLine label={`Discount (${discountCode})`} amount={quote.discount} sign="−" />
          )}
          {quote === null ? <SumLine label="Tax" amount={undefined} /> : <Taxes quote={quote} />}
          {quote !== null && quote.processingFee > 0 && (
            <SumLine label="Processing fee" amount={quote.processingFee} />
          )}
          <div className="mt-2 flex items-baseline justify-between border-t border-line pt-4">
            <dt className="text-price font-semibold">
              {quote !== null && isBeforeTax(quote) ? 'Total before tax' : 'Total'}
            </dt>
            <dd className="text-h3 font-[680]">
              {quote === null ? '–' : <Price amount={quote.total} />}
            </dd>
          </div>
        </dl>
        <output className="block text-small text-text-2">
          {isCalculating && (
            <span className="mt-3 flex items-center gap-2">
              <Spinner /> Calculating total
            </span>
          )}
        </output>
      </div>
      {/* Never folded, because the buyer must see these notes before paying. */}
      <div className="max-lg:px-4 max-lg:pb-4">
        <BuyersNotes lines={lines} />
      </div>
    </section>
  );
}

/**
 * Returns "1 × Pokemon 151". If the order has several pack types, names the first one and adds the number of further
 * packs.
 */
function packsOf(lines: ShownLine[]): string {
  const [first, ...others] = lines;
  if (first === undefined) return '';
  const more = others.reduce((total, { quantity }) => total + quantity, 0);
  const name = first.type?.name ?? first.name;
  return `${first.quantity} × ${name}${more === 0 ? '' : ` and ${more} more`}`;
}

/**
 * Returns whether the tax is unknown until the buyer's region is known. False if all buyers pay the same tax, even if
 * the sale itself requires the region.
 */
function isBeforeTax({ needsRegion, taxes }: Quote): boolean {
  return needsRegion && taxes.length === 0;
}

/** One line for each tax. If the region isn't known precisely enough, a line that says so instead. */
function Taxes({ quote }: { quote: Quote }) {
  const { region } = useRegion();
  if (isBeforeTax(quote)) {
    return (
      <div className="flex justify-between">
        <dt className="text-text-2">Tax</dt>
        <dd>{region === null ? 'choose where you live' : 'needs your address'}</dd>
      </div>
    );
  }
  return rowsOfTaxes(quote).map(([label, amount]) => (
    <SumLine key={label} label={label} amount={amount} />
  ));
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
  // Receives the focus after a code is applied or removed: the applied code, or the field for the next code.
  const next = useRef<HTMLElement>(null);
  const kept = useFocusFallback(() => next.current);
  if (applied !== null) {
    return (
      <p {...kept} className="mt-4 flex items-center justify-between text-small">
        <span ref={next} tabIndex={-1}>
          Code <strong>{applied}</strong> applied
        </span>
        <Button variant="ghost" size="small" disabled={isLocked} onClick={() => onChange(null)}>
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
      field.focus();
      return;
    }
    setBusy(true);
    const refusal = await onCheck(code);
    setBusy(false);
    setError(refusal ?? undefined);
    if (refusal === null) onChange(code);
    else field.focus();
  };
  return (
    <details {...kept} className="mt-4 text-small">
      <summary ref={next} className="inline-flex min-h-11 items-center font-semibold text-brand">
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
          variant="secondary"
          busy={isBusy}
          disabled={isLocked}
          className="mt-1.5"
        >
          Apply
        </Button>
      </form>
    </details>
  );
}
