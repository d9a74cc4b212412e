// Lets the user download a file with all data that the shop has about them.
import { exportData, type PersonalData } from '#contract/profile-data.ts';
import * as z from 'zod/mini';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Banner } from '../ui/states.tsx';

export function DataPanel() {
  const data = useDo(exportData);
  return (
    <FoldingPanel title="Data & export">
      <p className="mb-4 text-small text-text-2">
        Everything that we hold about you in one file (JSON): profile, settings, sessions, orders,
        transactions, packs, cards, shipments and mails. Passwords and codes are not in it.
      </p>
      {data.isError && (
        <div className="mb-4">
          <Banner title="Your data could not be loaded">{messageOf(data.error)}</Banner>
        </div>
      )}
      <Button
        variant="secondary"
        busy={data.isPending}
        onClick={() => data.mutate({}, { onSuccess: saveAsFile })}
      >
        Download my data
      </Button>
    </FoldingPanel>
  );
}

/** Saves the data in the format of the API: amounts in CAD, times in UTC. */
function saveAsFile(data: PersonalData): void {
  const text = JSON.stringify(z.encode(exportData.reply, data), null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = exportData.savedAs;
  link.click();
  URL.revokeObjectURL(url);
}
