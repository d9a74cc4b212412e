// Lists the public pages of a user's pulls, in the panel with the user. An operator can view each page, and end a page
// with unacceptable content.
import { endPullOfUser, listPullsOfUser } from '#contract/sharing-admin.ts';
import { useState } from 'react';
import { DrawerSection } from '../../admin-kit/drawer.tsx';
import { useAsk } from '../../api/ask.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Ask } from '../../admin-kit/ask.tsx';

export function UserPulls({ userId }: { userId: string }) {
  const { data: pages, error } = useAsk(listPullsOfUser, { id: userId });
  const [ended, setEnded] = useState<string | null>(null);
  return (
    <DrawerSection title="Public pages of pulls">
      {error !== null && <p role="alert">{messageOf(error)}</p>}
      {pages?.length === 0 && <p className="text-small text-text-2">No public pages</p>}
      {pages !== undefined && pages.length > 0 && (
        <ul className="border-t border-line text-small">
          {pages.map((page) => (
            <li
              key={page.address}
              className="flex items-center justify-between gap-4 border-b border-line py-2.5"
            >
              <div className="min-w-0">
                <p>
                  <a href={page.url} target="_blank" rel="noreferrer" className="link">
                    {page.name}
                  </a>{' '}
                  of {page.packName}
                </p>
                <p className="break-words text-text-2">
                  {page.shownName === null ? 'Anonymous' : `By ${page.shownName}`} · public since{' '}
                  {formatMoment(page.sharedAt)}
                </p>
              </div>
              <Button
                variant="secondary"
                aria-label={`End page of ${page.name}`}
                onClick={() => setEnded(page.address)}
              >
                End page
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ended !== null && (
        <Ask
          endpoint={endPullOfUser}
          sent={(reason) => ({ address: ended, reason })}
          needsReason
          title="End this page?"
          text="The page and its pictures are gone for good; the card stays where it is. Its owner can make another page: if they shouldn’t, lock the account as well."
          confirm="End page"
          done="Page ended"
          onClose={() => setEnded(null)}
        />
      )}
    </DrawerSection>
  );
}
