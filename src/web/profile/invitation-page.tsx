// The page on which somebody accepts an invitation to work in the shop. The link in the mail leads here.
import { acceptInvitation, showInvitation } from '#contract/profile-invitation.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { VerifyLink } from '../accounts/verify-link.tsx';
import { useVisitor } from '../accounts/visitor.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { updateSessionUser } from '../api/session.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Banner, EmptyState } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

export const screen = createLazyRoute('/invitation')({ component: InvitationPage });

function InvitationPage() {
  const me = useVisitor();
  const invitation = useAsk(showInvitation, {});
  const navigate = useNavigate();
  const accept = useDo(acceptInvitation, {
    onSuccess: ({ user }) => {
      updateSessionUser({ role: user.role, rights: user.rights });
      showToast({ kind: 'success', title: 'Welcome', text: 'You can work now.' });
      void navigate({ to: '/admin' });
    },
  });
  return (
    <div className="page grid max-w-150 gap-5 py-9">
      <h1 tabIndex={-1} className="text-h2 sm:text-h1">
        Invitation
      </h1>
      <WhenLoaded
        list={{
          ...invitation,
          data: invitation.data === undefined ? undefined : { found: invitation.data },
        }}
        what="invitation"
      >
        {({ found }) =>
          found === null ? (
            <EmptyState
              title="No invitation"
              text={`Nobody has invited ${me?.email ?? 'this address'}, or the invitation has ended. Ask for another one, or sign in with the address that got the mail.`}
              action={
                <Link to="/" className={buttonClass()}>
                  To the shop
                </Link>
              }
            />
          ) : (
            <>
              <p>
                {found.invitedBy} invites you to work in this shop, as{' '}
                <strong>{found.roleName ?? found.role}</strong>. The invitation ends{' '}
                {formatMoment(found.expiresAt)}.
              </p>
              {me?.emailVerified === false && (
                <p>
                  Before you accept, show that <strong>{me.email}</strong> is yours: verify the
                  address with the code that we mail to it. You come back here.
                </p>
              )}
              {accept.error && <Banner title="Not accepted">{messageOf(accept.error)}</Banner>}
              <div className="flex flex-wrap gap-3">
                {me?.emailVerified === false ? (
                  <VerifyLink />
                ) : (
                  <Button busy={accept.isPending} onClick={() => accept.mutate({})}>
                    Accept
                  </Button>
                )}
              </div>
            </>
          )
        }
      </WhenLoaded>
    </div>
  );
}
