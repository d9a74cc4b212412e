import { isAdmitted } from '#domain/access.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../accounts/queries.ts';
import { shortName, useLogOut } from '../accounts/visitor.ts';
import type { SessionUser } from '../api/session.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { NoticesBell, useNewestNotices } from '../wishes/notices-bell.tsx';
import { Menu, MenuItem, menuItemClass } from '../ui/menu.tsx';

export function AccountMenu({ me }: { me: SessionUser }) {
  const balance = useProfile().data?.account_balance;
  const spendable = balance === undefined ? null : formatCad(balance);
  return (
    <>
      {/* The space is reserved until the balance is known. */}
      <span className="hidden min-w-24 text-right whitespace-nowrap lg:block">
        {spendable !== null && (
          <Link
            to="/my-account"
            className="inline-flex min-h-11 items-center px-2 text-small font-semibold no-underline hover:underline"
          >
            <VisuallyHidden>Balance: </VisuallyHidden>
            {spendable}
          </Link>
        )}
      </span>
      <NoticesBell />
      <AccountItems me={me} spendable={spendable} />
    </>
  );
}

/** Shows the balance below the name in a narrow window, which has no room beside the name. */
function AccountItems({ me, spendable }: { me: SessionUser; spendable: string | null }) {
  const logOut = useLogOut();
  const sealedPacks = useProfile().data?.sealedPacks ?? 0;
  const unread = useNewestNotices().data?.unread ?? 0;
  return (
    <Menu
      label={<Label name={shortName(me.email)} sealedPacks={sealedPacks} />}
      note={spendable !== null && <span className="lg:hidden max-[359px]:hidden">{spendable}</span>}
    >
      {sealedPacks > 0 && (
        <Link
          to="/my-cards"
          search={{ tab: 'sealed' }}
          role="menuitem"
          tabIndex={-1}
          className={menuItemClass}
        >
          Sealed packs ({sealedPacks})
        </Link>
      )}
      <Link to="/my-cards" role="menuitem" tabIndex={-1} className={menuItemClass}>
        My cards
      </Link>
      <Link to="/wishes" role="menuitem" tabIndex={-1} className={menuItemClass}>
        Wishes
      </Link>
      <Link to="/notices" role="menuitem" tabIndex={-1} className={menuItemClass}>
        Notices{unread > 0 && ` (${unread})`}
      </Link>
      <Link to="/transactions" role="menuitem" tabIndex={-1} className={menuItemClass}>
        Transactions
      </Link>
      <Link to="/shipments" role="menuitem" tabIndex={-1} className={menuItemClass}>
        Shipments
      </Link>
      <Link to="/my-account" role="menuitem" tabIndex={-1} className={menuItemClass}>
        My account
      </Link>
      {isAdmitted(me.role, 'moderator') && (
        <Link to="/admin" role="menuitem" tabIndex={-1} className={menuItemClass}>
          Admin
        </Link>
      )}
      <MenuItem onSelect={() => void logOut()}>Log out</MenuItem>
    </Menu>
  );
}

/** The name, with a dot while a paid pack is unopened. */
function Label({ name, sealedPacks }: { name: string; sealedPacks: number }) {
  if (sealedPacks === 0) return name;
  const words = sealedPacks === 1 ? '1 sealed pack' : `${sealedPacks} sealed packs`;
  return (
    <>
      {/* The dot is a border, because forced colours remove backgrounds. */}
      <span
        aria-hidden="true"
        className="mr-2 inline-block size-0 rounded-full border-4 border-brand align-middle"
      />
      {name}
      <VisuallyHidden> {words}</VisuallyHidden>
    </>
  );
}
