import { forgotPassword, resetPassword } from '#contract/accounts-security.ts';
import { Controller } from 'react-hook-form';
import { call } from '../api/call.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { CodeField } from '../ui/code-field.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { AuthForm, frameOf } from './auth-frame.tsx';
import { usePasswordHint } from './password-hint.ts';
import { securityProblem } from './messages.ts';
import { ResendLine } from './resend-line.tsx';

const MAILED =
  'If the address has an account, we have mailed it a 6-digit code. It expires in 10 minutes.';

type ResetStepProps = {
  email: string;
  code: string;
  onBack: () => void;
  onDone: (email: string) => void;
};

/** Sets a new password with the code from the mail. The link in the mail fills in the address and the code. */
export function ResetStep({ email, code, onBack, onDone }: ResetStepProps) {
  const form = useEndpointForm(resetPassword, {
    start: { email, code, password: '' },
    send: async (typed) => {
      await call(resetPassword, typed);
      onDone(typed.email);
    },
    problemOf: securityProblem,
  });
  const sendAnother = async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return false;
    await call(forgotPassword, { email: form.getValues('email') });
    showToast({ kind: 'success', title: 'Code sent', text: MAILED });
    // The new code voids the earlier one, so the error about it is cleared. The earlier code is selected, so that
    // typing replaces it.
    form.clearErrors('code');
    form.setFocus('code', { shouldSelect: true });
    return true;
  };
  const isFilled = email !== '' && code !== '';
  return (
    <AuthForm
      title="Set a new password"
      intro={isFilled ? undefined : MAILED}
      onBack={onBack}
      button="Set password"
      {...frameOf(form)}
      below={
        <ResendLine
          text="Didn’t get a code?"
          button="Send another"
          send={sendAnother}
          onProblem={(message) => form.setError('code', { message })}
        />
      }
    >
      <Field
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        readOnly={email !== ''}
        spellCheck={false}
      />
      <Controller
        control={form.control}
        name="code"
        render={({ field, fieldState }) => (
          <CodeField
            label="Verification code"
            value={field.value}
            onChange={field.onChange}
            ref={field.ref}
            autoFocus={email !== '' && code === ''}
            error={fieldState.error?.message}
          />
        )}
      />
      <PasswordField
        {...form.field('password')}
        label="New password"
        autoComplete="new-password"
        autoFocus={isFilled}
        hint={usePasswordHint()}
      />
    </AuthForm>
  );
}
