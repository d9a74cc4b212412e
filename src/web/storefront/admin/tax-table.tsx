import {
  canadianRates,
  CANADIAN_RATES_COMPARED,
  CANADIAN_RATES_SOURCE,
} from '#domain/canadian-taxes.ts';
import { PROVINCE_CODES, PROVINCES } from '#domain/region.ts';
import { dayIn } from '#domain/tax.ts';
import { taxLabel } from '#domain/tax-lines.ts';
import { useState } from 'react';
import { Panel } from '../../ui/panel.tsx';

/** The tax rates of each province according to today's law. They do not depend on where the shop is registered. */
export function TaxTable() {
  const [now] = useState(() => new Date());
  return (
    <Panel title="Canada’s taxes today">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">Taxes on goods by province and territory</caption>
        <tbody>
          {PROVINCE_CODES.map((code) => (
            <tr key={code} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {PROVINCES[code].name}
              </th>
              <td className="py-2 text-right font-[560]">
                {canadianRates(code, dayIn(`CA-${code}`, now))
                  .map(taxLabel)
                  .join(' + ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-small text-text-2">
        {CANADIAN_RATES_SOURCE} Checked on {CANADIAN_RATES_COMPARED}. Changed rates come with a new
        version of this software, with the date from which they apply.
      </p>
    </Panel>
  );
}
