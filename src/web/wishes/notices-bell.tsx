// A bell in the header that shows the newest notices.
import type { Reply } from '#contract/endpoint.ts';
import { listNotices, readNotices } from '#contract/wishes.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LineIcon } from '../ui/icon.tsx';
import { useFoldOut } from '../ui/use-fold-out.ts';
import { NoticeLine } from './notice-line.tsx';

const SHOWN = 5;

/** Returns the newest notices and the number of unread ones. The header and the account menu use them. */
export function useNewestNotices() {
  return useAsk(listNotices, { limit: SHOWN }, { refetchOnWindowFocus: true });
}

/**
 * The bell in the header. A phone has little room in the header, so it shows the bell only while a notice is unread or
 * the bell has the focus. The account menu always links to the notices.
 */
export function NoticesBell() {
  const { data } = useNewestNotices();
  const { isOpen, setOpen, root, button, id } = useFoldOut();
  const unread = data?.unread ?? 0;
  const shown = unread > 9 ? '9+' : unread;

  return (
    <div
      ref={root}
      className={classNames(
        'sm:relative',
        unread === 0 && !isOpen && 'max-sm:not-focus-within:hidden',
        'max-[359px]:hidden',
      )}
    >
      <IconButton
        ref={button}
        label={unread === 0 ? 'Notices' : `Notices, ${shown} unread`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="relative"
      >
        <LineIcon size={22}>
          <path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5ZM10 20.5h4" />
        </LineIcon>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-5 rounded-full bg-brand px-1 text-center text-[12px] leading-5 font-semibold text-on-brand"
          >
            {shown}
          </span>
        )}
      </IconButton>
      {isOpen && data && (
        <NewestNotices
          id={id}
          newest={data}
          onClose={() => setOpen(false)}
          onFocusLost={() => button.current?.focus()}
        />
      )}
    </div>
  );
}

type NewestNoticesProps = {
  id: string;
  newest: Reply<typeof listNotices>;
  onClose: () => void;
  /** Called before the focused button disappears. */
  onFocusLost: () => void;
};

function NewestNotices({ id, newest, onClose, onFocusLost }: NewestNoticesProps) {
  const { notices, unread } = newest;
  const read = useDo(readNotices);
  return (
    <section
      id={id}
      aria-label="Notices"
      className="absolute top-full right-0 z-30 mt-1 w-90 animate-[appear_140ms_var(--ease-enter)] rounded-card border border-line bg-surface p-4 text-text shadow-menu max-sm:inset-x-4 max-sm:w-auto"
    >
      {notices.length === 0 ? (
        <p className="text-small text-text-2">
          What comes in of your wishes, and what happens to your cards, parcels and money, is told
          here.
        </p>
      ) : (
        <ul className="grid gap-4">
          {notices.map((notice) => (
            <li key={notice.id}>
              <NoticeLine
                notice={notice}
                onFollow={() => {
                  read.mutate({ ids: [notice.id] });
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-small">
        <Link to="/notices" onClick={onClose} className="link">
          All notices
        </Link>
        <Link to="/wishes" onClick={onClose} className="link">
          Your wishes
        </Link>
        {unread > 0 && (
          <Button
            variant="ghost"
            size="small"
            busy={read.isPending}
            onClick={() => {
              // The pressed button disappears, so the focus moves to the bell.
              onFocusLost();
              read.mutate({});
            }}
            className="ml-auto"
          >
            Mark all as read
          </Button>
        )}
      </div>
    </section>
  );
}
