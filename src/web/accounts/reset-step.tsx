import { forgotPassword, resetPassword } from '#contract/accounts-security.ts';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { asApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { CODE_LENGTH, CodeField } from '../ui/code-field.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAskedAtSignUp } from './asked-at-sign-up.ts';
import { AuthForm, frameOf } from './auth-frame.tsx';
import { LegalLinks } from './legal-links.tsx';
import { usePasswordHint } from './password-hint.ts';
import { securityProblem, type SecurityProblem } from './messages.ts';
import { ResendLine } from './resend-line.tsx';

const MAILED =
  'If the address has an account, we have mailed it a 6-digit code. It expires in 10 minutes.';

type ResetStepProps = {
  email: string;
  code: string;
  onBack: () => void;
  onDone: (email: string) => void;
};

/**
 * Sets a new password with the code from the mail. The link in the mail fills in the address and the code. The owner of
 * an imported account, whose link has a longer code, also accepts what others accept when they sign up.
 */
export function ResetStep({ email, code, onBack, onDone }: ResetStepProps) {
  const { texts, reload } = useAskedAtSignUp();
  const [isByLink, setByLink] = useState(code.length > CODE_LENGTH);
  const [isFirst, setFirst] = useState(isByLink);
  const form = useEndpointForm(resetPassword, {
    start: { email, code, password: '' },
    send: async (typed) => {
      await call(resetPassword, isFirst ? { ...typed, consents: texts } : typed);
      onDone(typed.email);
    },
    problemOf: (thrown: unknown): SecurityProblem => {
      if (asApiError(thrown).code === 'CONSENT_REQUIRED') {
        setFirst(true);
        reload();
      }
      const problem = securityProblem(thrown);
      if (problem.field === 'code' && isByLink) {
        // The link is used up, so its owner needs a code. The field for it shows why.
        setByLink(false);
        form.setValue('code', '');
      }
      return problem;
    },
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
      title={isFirst ? 'Choose a password' : 'Set a new password'}
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
      {!isByLink && (
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
      )}
      <PasswordField
        {...form.field('password')}
        label="New password"
        autoComplete="new-password"
        autoFocus={isFilled}
        hint={usePasswordHint()}
      />
      {isFirst && texts.length > 0 && (
        <p className="text-small text-text-2">
          With it you accept our <LegalLinks texts={texts} />.
        </p>
      )}
    </AuthForm>
  );
}
