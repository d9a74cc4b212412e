// The page with all notices. Here the user also chooses which notices about wishes they get.
import { listNotices, readNotices } from '#contract/wishes.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { useListPage } from '../lists/use-list-page.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { NoticeChoices } from './notice-choices.tsx';
import { NoticeLine } from './notice-line.tsx';

const PAGE_LIMIT = 20;

export const screen = createLazyRoute('/notices')({ component: NoticesPage });

function NoticesPage() {
  const { page, turn } = useListPage('/notices', screen.useSearch());
  const notices = useAsk(listNotices, { page, limit: PAGE_LIMIT }, { keepsPrevious: true });
  useExistingPage(page, notices.data?.pagination.totalPages, turn);
  const read = useDo(readNotices);
  return (
    <div className="page max-w-3xl pt-9 pb-20">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-4">
        <h1 tabIndex={-1} className="text-h2 sm:text-h1">
          Notices
        </h1>
        <Link to="/wishes" className="link text-small">
          Your wishes
        </Link>
      </div>
      <WhenLoaded list={notices} what="notices">
        {({ notices: shown, unread, pagination }) =>
          shown.length === 0 ? (
            <EmptyState
              title="No notices"
              text="What comes in of your wishes, and what happens to your cards, parcels and money, is told here."
              action={
                <Link to="/packs" className={buttonClass()}>
                  Browse Card Packs
                </Link>
              }
            />
          ) : (
            <>
              <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
                <p className="text-small text-text-2">{unread} unread</p>
                {unread > 0 && (
                  <Button
                    variant="secondary"
                    size="small"
                    busy={read.isPending}
                    onClick={() => read.mutate({})}
                  >
                    Mark all as read
                  </Button>
                )}
              </div>
              <ul className="divide-y divide-line rounded-card border border-line bg-surface">
                {shown.map((notice) => (
                  <li key={notice.id} className="p-4">
                    <NoticeLine
                      notice={notice}
                      onFollow={() => read.mutate({ ids: [notice.id] })}
                    />
                  </li>
                ))}
              </ul>
              <Pagination
                label="Notices"
                page={page}
                totalPages={pagination.totalPages}
                onPage={turn}
              />
            </>
          )
        }
      </WhenLoaded>
      <div id="choices" className="mt-9">
        <Panel title="How we notify you of your wishes">
          <NoticeChoices />
        </Panel>
      </div>
    </div>
  );
}
