import { isAdmitted } from '#domain/access.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../accounts/queries.ts';
import { shortName, useLogOut } from '../accounts/visitor.ts';
import type { SessionUser } from '../api/session.ts';
import { Menu, MenuItem, menuItemClass } from '../ui/menu.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

export function AccountMenu({ me }: { me: SessionUser }) {
  const balance = useProfile().data?.account_balance;
  const spendable = balance === undefined ? null : formatCad(balance);
  return (
    <>
      {/* Its place is kept until the shop has said what it is. */}
      <span className="hidden min-w-24 text-right sm:block">
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
      <AccountItems me={me} spendable={spendable} />
    </>
  );
}

/** On a phone there is no room beside the name: what there is to spend stands below it. */
function AccountItems({ me, spendable }: { me: SessionUser; spendable: string | null }) {
  const logOut = useLogOut();
  return (
    <Menu
      label={shortName(me.email)}
      note={spendable !== null && <span className="sm:hidden max-[359px]:hidden">{spendable}</span>}
    >
      <Link to="/my-cards" role="menuitem" tabIndex={-1} className={menuItemClass}>
        My cards
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
