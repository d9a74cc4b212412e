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
  const stay = useDo(keepAccount, {
    onSuccess: (profile) => {
      noteProfile(profile);
      updateSessionUser({ deletionDueAt: null });
    },
  });
  const press = async () => {
    try {
      await stay.mutateAsync({});
    } catch {
      // The message next to the button shows the error.
      return;
    }
    // The toast is shown here instead of in `onSuccess`, because `onSuccess` is not called if the button has been
    // unmounted.
    showToast({ kind: 'success', title: 'Your account stays', text: 'Everything is as it was.' });
    // If the element with the focus was removed, the focus moves to the page.
    if (document.activeElement === document.body) document.querySelector('main')?.focus();
  };
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        busy={stay.isPending}
        onClick={() => void press()}
      >
        Keep my account
      </Button>
      {stay.isError && (
        <p role="alert" className="text-small">
          {messageOf(stay.error)}
        </p>
      )}
    </>
  );
}
