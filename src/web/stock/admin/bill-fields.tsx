// The fields that ask what packs cost: for each pack or for all together, with taxes apart.
import { parseCad } from '#domain/decimals.ts';
import { ZERO } from '#domain/money.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Bill } from './use-intake-run.ts';

export type TypedBill = {
  per: Bill['per'];
  amount: string;
  tax: string;
  invoice: string;
  supplier: string;
};

export const NO_BILL: TypedBill = { per: 'all', amount: '', tax: '', invoice: '', supplier: '' };

type Problems = { amount?: string; tax?: string };

/** Reads the fields. The bill is null if they are empty. */
export function billOf(typed: TypedBill): { bill: Bill | null } | { problems: Problems } {
  const [amountText, taxText, invoice, supplier] = [
    typed.amount.trim(),
    typed.tax.trim(),
    typed.invoice.trim(),
    typed.supplier.trim(),
  ];
  const amount = parseCad(amountText);
  const tax = taxText === '' ? ZERO : parseCad(taxText);
  const isCosted = amountText !== '' || taxText !== '' || invoice !== '';
  const problems: Problems = {
    ...(isCosted && amount === null && { amount: 'Enter an amount such as 125.40' }),
    ...(tax === null && { tax: 'Enter an amount such as 6.27' }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  if (!isCosted && supplier === '') return { bill: null };
  return {
    bill: {
      per: typed.per,
      cost: isCosted ? { amount: amount!, tax: tax!, ...(invoice !== '' && { invoice }) } : null,
      supplier: supplier === '' ? null : supplier,
    },
  };
}

export function BillFields({
  typed,
  onType,
  problems,
}: {
  typed: TypedBill;
  onType: (typed: TypedBill) => void;
  problems: Problems;
}) {
  const text = (name: Exclude<keyof TypedBill, 'per'>) => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      onType({ ...typed, [name]: target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        label="Amount is for"
        value={typed.per}
        options={[
          { value: 'all', label: 'All packs together' },
          { value: 'pack', label: 'Each pack' },
        ]}
        onChange={({ target }) =>
          onType({ ...typed, per: target.value === 'pack' ? 'pack' : 'all' })
        }
      />
      <Field
        {...text('amount')}
        label="Amount before taxes"
        inputMode="decimal"
        error={problems.amount}
      />
      <Field
        {...text('tax')}
        label="Taxes"
        hint="Not part of the cost"
        inputMode="decimal"
        error={problems.tax}
      />
      <Field {...text('supplier')} label="Supplier" maxLength={120} />
      <Field {...text('invoice')} label="Invoice number" maxLength={80} />
    </div>
  );
}
