import { keepAccount } from '#contract/profile.ts';
import { useNoteProfile } from '../accounts/queries.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { updateSessionUser } from '../api/session.ts';
import { Button, type ButtonVariant, type ButtonSize } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

export function KeepAccountButton({
  variant,
  size,
}: {
  variant: ButtonVariant;
  size?: ButtonSize;
}) {
  const noteProfile = useNoteProfile();
  const keep = useDo(keepAccount, {
    onSuccess: (profile) => {
      noteProfile(profile);
      updateSessionUser({ deletionDueAt: null });
    },
  });
  const press = async () => {
    try {
      await keep.mutateAsync({});
    } catch {
      // The error is shown next to the button.
      return;
    }
    // Not in the request's `onSuccess` callback, which is not called after the button is unmounted.
    showToast({ kind: 'success', title: 'Your account stays', text: 'Everything is as it was.' });
    // If the focused element was removed, the focus moves to the page.
    if (document.activeElement === document.body) document.querySelector('main')?.focus();
  };
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        busy={keep.isPending}
        onClick={() => void press()}
      >
        Keep my account
      </Button>
      {keep.isError && (
        <p role="alert" className="text-small">
          {messageOf(keep.error)}
        </p>
      )}
    </>
  );
}
