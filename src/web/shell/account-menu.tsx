import { rightsOf } from '#domain/access.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { shortName, useLogOut } from '../accounts/visitor.ts';
import { useOnForbidden } from '../api/forbidden.ts';
import { signedInUser, updateSessionUser, type SessionUser } from '../api/session.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { NoticesBell, useNewestNotices } from '../wishes/notices-bell.tsx';
import { workPageOf } from './work-page.ts';
import { Menu, MenuItem, menuItemClass } from '../ui/menu.tsx';

export function AccountMenu({ me }: { me: SessionUser }) {
  const { data: profile, refetch } = useProfile();
  const balance = profile?.account_balance;
  useNewRole(profile);
  useOnForbidden(() => void refetch());
  const spendable = balance === undefined ? null : formatCad(balance);
  return (
    <>
      {/* The space is reserved even while the balance is unknown. */}
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

/** Stores the role that the server says, so that somebody sees the pages of their rights without signing in again. */
function useNewRole(profile: Pick<SessionUser, 'role' | 'rights'> | undefined) {
  useEffect(() => {
    const me = signedInUser();
    if (profile === undefined || me === null) return;
    const { role, rights } = profile;
    if (role !== me.role || String(rights) !== String(me.rights))
      updateSessionUser({ role, rights });
  }, [profile]);
}

/** The entries of the menu. A narrow window has no room for the balance next to the name, so the menu shows it. */
function AccountItems({ me, spendable }: { me: SessionUser; spendable: string | null }) {
  const logOut = useLogOut();
  const work = workPageOf(rightsOf(me));
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
      {work !== null && (
        <Link to={work} role="menuitem" tabIndex={-1} className={menuItemClass}>
          Admin
        </Link>
      )}
      <MenuItem onSelect={() => void logOut()}>Log out</MenuItem>
    </Menu>
  );
}

/** The user's name. If a paid pack is unopened, a dot precedes the name. */
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
