// Lets an operator download the taxes of the chosen months as a file.
import { exportTaxes } from '#contract/storefront-taxes.ts';
import { useState, type FormEvent } from 'react';
import { saveTextFile } from '../../admin-kit/save-text.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The first character of the file. It makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

function lastMonth(): string {
  const now = new Date();
  const before = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1));
  return before.toISOString().slice(0, 7);
}

export function TaxReport() {
  const [from, setFrom] = useState(lastMonth);
  const [to, setTo] = useState(lastMonth);
  const report = useDo(exportTaxes);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    report.mutate(
      { from, to },
      {
        onSuccess: (text) =>
          saveTextFile(`${BYTE_ORDER_MARK}${text}`, exportTaxes.savedAs, exportTaxes.file),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
      },
    );
  };
  return (
    <Panel title="Report">
      <form onSubmit={save} noValidate className="grid gap-4">
        <p className="text-small text-text-2">
          What was charged and refunded of each tax, by month and region, according to the books.
          Refunds count in the month in which they were made.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="First month"
            type="month"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <Field
            label="Last month"
            type="month"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        <div>
          <Button type="submit" variant="secondary" busy={report.isPending}>
            Export CSV
          </Button>
        </div>
      </form>
    </Panel>
  );
}
