// The data for the customs form of a parcel to another country. Its fields and their order are those of the forms CN 22
// and CN 23 of the Universal Postal Union.
import type { CustomsForm } from '#contract/shipping-admin.ts';
import { placeLine } from '#domain/address-needs.ts';
import { formatCad } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { useCountries } from '../../accounts/use-countries.ts';

/** Formats an HS code: 950440 becomes "9504.40". */
function hsText(code: string): string {
  return `${code.slice(0, 4)}.${code.slice(4)}`;
}

/** Formats grams: 32 becomes "0.032 kg". */
function kilograms(grams: number): string {
  return `${(grams / 1000).toFixed(3)} kg`;
}

export function Customs({ form, shop }: { form: CustomsForm; shop: string }) {
  const countries = useCountries(form.originCountry ?? form.sender?.country ?? 'CA');
  const nameOf = (code: string) => countries.find(({ value }) => value === code)?.label ?? code;
  const { sender } = form;
  return (
    <section
      aria-label="Customs declaration"
      className="mt-8 break-inside-avoid border-t-2 border-line-strong pt-5 text-small"
    >
      <h2 className="text-small font-semibold">Customs declaration (CN 22 / CN 23)</h2>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2 print:grid-cols-2">
        <Line label="Sender">
          {sender === null
            ? shop
            : [
                sender.name,
                sender.addressLine1,
                sender.addressLine2,
                placeLine(sender),
                nameOf(sender.country),
                sender.phone,
              ]
                .filter((line) => line !== null)
                .join(', ')}
        </Line>
        <Line label="Category of item">Sale of goods</Line>
        <Line label="Detailed description of contents">{form.description}</Line>
        <Line label="Quantity">{form.quantity}</Line>
        <Line label="Net weight">{kilograms(form.netGrams)}</Line>
        <Line label="Value">{formatCad(form.value)}</Line>
        <Line label="HS tariff number">{hsText(form.hsCode)}</Line>
        <Line label="Country of origin of goods">
          {form.originCountry === null ? <Blank /> : nameOf(form.originCountry)}
        </Line>
        <Line label="Total gross weight">{kilograms(form.grossGrams)}</Line>
        <Line label="Total value">{formatCad(form.value)}</Line>
        <Line label="Date and sender’s signature">
          <Blank />
        </Line>
      </dl>
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-text-2">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** An empty line that somebody fills in by hand. */
function Blank() {
  return <span className="mt-4 block w-48 border-b border-line-strong" />;
}
