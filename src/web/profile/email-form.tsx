import { changeEmail } from '#contract/accounts-security.ts';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';

/** Asks for the new e-mail address and the password. */
export function EmailForm({
  email,
  onDone,
  onCancel,
}: {
  email: string;
  /** Called when the shop has mailed the code. */
  onDone: () => void;
  onCancel: () => void;
}) {
  const change = useDo(changeEmail, { retry: false, untilFresh: true });
  const { field, submit, problem, formState } = useEndpointForm(changeEmail, {
    start: { email, password: '' },
    send: async (typed) => {
      await change.mutateAsync(typed);
      onDone();
    },
    problemOf: securityProblem,
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        autoFocus
        spellCheck={false}
      />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        hint="To make sure that it is you"
      />
      {problem && <Banner>{problem.message}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={formState.isSubmitting} unready={!formState.isValid}>
          Save
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={formState.isSubmitting}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
