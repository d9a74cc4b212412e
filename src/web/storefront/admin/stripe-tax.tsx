// Lists the sales that the shop reported to Stripe Tax, and the errors of Stripe Tax. Shown if the taxes come from
// Stripe Tax.
import { showTaxProvider, type ShownTaxProvider } from '#contract/storefront-taxes.ts';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useAsk } from '../../api/ask.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import type { FormOf } from './taxes-form.ts';
import { countOf } from '../../ui/count-of.ts';

export function StripeTax({ form }: FormOf) {
  const shown = useAsk(showTaxProvider, {});
  return (
    <Panel title="Stripe Tax">
      <div className="grid gap-4 text-small">
        <p className="text-text-2">
          Stripe calculates the tax of each sale before it is paid, and is told afterwards about
          sales and refunds. While Stripe doesn’t answer, nothing is sold: you would have to pay for
          a wrong tax. Stripe charges a fee.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="packTaxCode"
            label="Tax code of packs"
            hint="txcd_99999999: general tangible goods"
          />
          <FormField
            form={form}
            name="parcelTaxCode"
            label="Tax code of shipping"
            hint="txcd_92010001: shipping"
          />
        </div>
        <WhenLoaded list={shown} what="Stripe Tax">
          {(provider) => <Standing provider={provider} />}
        </WhenLoaded>
      </div>
    </Panel>
  );
}

function Standing({ provider }: { provider: ShownTaxProvider }) {
  const { name, recorded, reversed, waiting, waitingSince, problems } = provider;
  if (name === null)
    return <Banner>This shop has no Stripe key, so taxes can’t be calculated.</Banner>;
  return (
    <>
      <p>
        Reported to Stripe: {countOf(recorded, 'sale')}, and {countOf(reversed, 'refund')} in full
        or in part.
        {waiting > 0 &&
          waitingSince !== null &&
          ` ${countOf(waiting, 'sale')} waiting to be reported, the oldest since ${formatMoment(waitingSince)}.`}
      </p>
      {problems.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">What went wrong in the last 30 days</h3>
          <ul className="grid gap-2">
            {problems.map(({ code, message, times, lastAt }) => (
              <li key={code} className="break-words">
                {message} <span className="text-text-2">({code})</span>
                <br />
                <span className="text-text-2">
                  {times === 1 ? 'Once' : `${times} times`}, last {formatMoment(lastAt)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
