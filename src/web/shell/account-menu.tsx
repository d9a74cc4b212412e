import { isAdmitted } from '#domain/access.ts';
import { Link } from '@tanstack/react-router';
import { shortName, useLogOut } from '../accounts/visitor.ts';
import type { SessionUser } from '../api/session.ts';
import { Menu, MenuItem, menuItemClass } from '../ui/menu.tsx';

export function AccountMenu({ me }: { me: SessionUser }) {
  const logOut = useLogOut();
  return (
    <Menu label={shortName(me.email)}>
      <Link to="/my-cards" role="menuitem" tabIndex={-1} className={menuItemClass}>
        My cards
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
