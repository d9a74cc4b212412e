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
import type { Cart } from './cart.ts';
import { CartLines, type ShownLine } from './cart-lines.tsx';
import { draftOf, storeInDraft } from './checkout-draft.ts';
import { nameOfSingle, type ShownSingle } from './single-line.tsx';

type OrderSummaryProps = {
  cart: Cart;
  lines: ShownLine[];
  singles: ShownSingle[];
  onChange: (packTypeId: string, quantity: number) => void;
  onRemoveSingle: (id: string) => void;
  quote: Quote | null;
  isCalculating: boolean;
  /** Whether a payment is in progress. During a payment the order can't change. */
  isLocked: boolean;
  discountCode: string | null;
  /** Returns the reason why the code can't be used. Returns null if the code can be used. */
  onCheckCode: (code: string) => Promise<string | null>;
  onDiscountCode: (code: string | null) => void;
};

/** The order, next to the payment. In a narrow window it is folded above the payment, with the total visible. */
export function OrderSummary({
  cart,
  lines,
  singles,
  onChange,
  onRemoveSingle,
  quote,
  isCalculating,
  isLocked,
  discountCode,
  onCheckCode,
  onDiscountCode,
}: OrderSummaryProps) {
  const [isOpen, setOpen] = useState(() => draftOf(cart).isCodeOpen ?? false);
  const contentId = useId();
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-card border border-line bg-surface lg:sticky lg:top-[calc(var(--header)+20px)] lg:p-5"
    >
      <h2 id="order-summary" className="text-h3 max-lg:text-body">
        <span className="max-lg:hidden">Order summary</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-13 w-full items-center justify-between gap-3 rounded-card px-4 py-2.5 text-left lg:hidden"
        >
          <span className="min-w-0">
            <span className="block text-small font-normal text-text-2">Order summary</span>{' '}
            <span className="break-words">
              {goodsWords(lines, singles)}
              {quote !== null && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatCad(quote.total)}</span>
                  {isBeforeTax(quote) && ' plus tax'}
                  {quote.tax > 0 && (
                    <span className="text-small font-normal whitespace-nowrap text-text-2 max-[359px]:hidden">
                      {` incl. tax ${formatCad(quote.tax).replace('CAD ', '')}`}
                    </span>
                  )}
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
          <CartLines
            lines={lines}
            singles={singles}
            isLocked={isLocked}
            canRemove={cart.isFromCart}
            onChange={onChange}
            onRemoveSingle={onRemoveSingle}
          />
        </div>
        <DiscountCode
          cart={cart}
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
      {/* These notes are outside the fold, because the buyer must see them before paying. */}
      <div className="max-lg:px-4 max-lg:pb-4">
        <BuyersNotes lines={lines} />
      </div>
    </section>
  );
}

/**
 * Returns "1 × Booster 151", or a single's name. If the order has more than one line, names the first one and the number
 * of further packs and singles.
 */
function goodsWords(lines: ShownLine[], singles: ShownSingle[]): string {
  const [first] = [
    ...lines.map(({ quantity, type, name }) => `${quantity} × ${type?.name ?? name}`),
    ...singles.map(nameOfSingle),
  ];
  const more =
    lines.slice(1).reduce((total, { quantity }) => total + quantity, 0) +
    (lines.length === 0 ? singles.length - 1 : singles.length);
  return `${first ?? ''}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns whether the tax depends on the buyer's region and the region is unknown. Returns false if all buyers pay the
 * same tax, even if the sale needs the region for another reason.
 */
function isBeforeTax({ needsRegion, taxes }: Quote): boolean {
  return needsRegion && taxes.length === 0;
}

/** One line for each tax. If the region is not known precisely enough, one line says that instead. */
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

type DiscountCodeProps = {
  cart: Cart;
  applied: string | null;
  isLocked: boolean;
  onCheck: (code: string) => Promise<string | null>;
  onChange: (code: string | null) => void;
};

function DiscountCode({ cart, applied, isLocked, onCheck, onChange }: DiscountCodeProps) {
  // The element that gets the focus after a code is applied or removed: the applied code, or the field for another
  // code.
  const next = useRef<HTMLElement>(null);
  const fallback = useFocusFallback(() => next.current);
  if (applied !== null) {
    return (
      <p {...fallback} className="mt-4 flex items-center justify-between text-small">
        <span ref={next} tabIndex={-1}>
          Code <strong>{applied}</strong> applied
        </span>
        <Button variant="ghost" size="small" disabled={isLocked} onClick={() => onChange(null)}>
          Remove
        </Button>
      </p>
    );
  }
  return (
    <details
      {...fallback}
      open={draftOf(cart).isCodeOpen}
      onToggle={({ currentTarget }) => storeInDraft(cart, { isCodeOpen: currentTarget.open })}
      className="mt-4 text-small"
    >
      <summary ref={next} className="inline-flex min-h-11 items-center font-semibold text-brand">
        Add discount code
      </summary>
      <CodeForm
        cart={cart}
        isLocked={isLocked}
        onCheck={onCheck}
        onApply={(code) => {
          storeInDraft(cart, { typedCode: '', isCodeOpen: false });
          onChange(code);
        }}
      />
    </details>
  );
}

type CodeFormProps = {
  cart: Cart;
  isLocked: boolean;
  /** Returns the reason why the code is refused. Returns null if the code is accepted. */
  onCheck: (code: string) => Promise<string | null>;
  onApply: (code: string) => void;
};

function CodeForm({ cart, isLocked, onCheck, onApply }: CodeFormProps) {
  const [typed] = useState(() => draftOf(cart).typedCode);
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
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
    if (refusal === null) onApply(code);
    else field.focus();
  };
  return (
    <form onSubmit={apply} noValidate className="mt-1 flex items-start gap-2">
      <Field
        name="code"
        label={<span className="sr-only">Discount code</span>}
        placeholder="Discount code"
        defaultValue={typed}
        onChange={({ target }) => storeInDraft(cart, { typedCode: target.value })}
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
  );
}
