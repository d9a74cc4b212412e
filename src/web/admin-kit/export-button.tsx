// A button that saves the rows of a list as a file.
import type { exportTransactions } from '#contract/wallet-admin.ts';
import { EXPORT_DAYS_MAX } from '#contract/checkout-admin.ts';
import { useDo } from '../api/do.ts';
import { saveCsv } from './save-text.ts';
import { endOfDay, fieldDay, startOfDay } from '../ui/moments.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

const DAY_MS = 86_400_000;

const DAYS_UNLESS_ASKED = 30;

/** Saves the rows of the chosen days, or of the last thirty days if none are chosen. */
export function ExportButton({
  row,
  from,
  to,
}: {
  row: typeof exportTransactions;
  from: string | undefined;
  to: string | undefined;
}) {
  const rows = useDo(row);
  const save = () => {
    const last = to ?? fieldDay(new Date());
    const end = new Date(`${last}T12:00:00`);
    const first = from ?? fieldDay(new Date(end.getTime() - (DAYS_UNLESS_ASKED - 1) * DAY_MS));
    const days = Math.round((end.getTime() - new Date(`${first}T12:00:00`).getTime()) / DAY_MS) + 1;
    if (days < 1 || days > EXPORT_DAYS_MAX) {
      const text = `Choose between 1 and ${EXPORT_DAYS_MAX} days.`;
      showToast({ kind: 'error', title: 'Nothing was exported', text });
      return;
    }
    rows.mutate(
      { from: startOfDay(first), to: endOfDay(last) },
      {
        onSuccess: (text) => saveCsv(text, row.savedAs),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
      },
    );
  };
  return (
    <Button variant="secondary" busy={rows.isPending} onClick={save}>
      Export CSV
    </Button>
  );
}
