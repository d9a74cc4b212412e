// The layout of every sign-in step: a back button, a heading, one form and one hint.
import { useEffect, useRef, type ReactNode, type RefObject, type SubmitEventHandler } from 'react';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { Icon } from '../ui/icon.tsx';

type AuthFrameProps = {
  title: string;
  intro?: ReactNode;
  /** An error that concerns the whole form, not one field. */
  problem?: string | null;
  /** The cause of the problem, if known. */
  reason?: string | undefined;
  onBack: () => void;
  children: ReactNode;
};

export function AuthFrame({ title, intro, problem, reason, onBack, children }: AuthFrameProps) {
  const banner = useRef<HTMLDivElement>(null);
  // The error appears above the fields. On a low screen only the button below the fields is visible, so the error is
  // scrolled into view.
  useEffect(() => {
    if (problem) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div className="mx-auto w-full max-w-[452px] overflow-x-clip px-4 pt-10 pb-20">
      <button
        type="button"
        onClick={onBack}
        className="-ml-2 mb-6 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-small font-semibold hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        Back
      </button>
      <div key={title} className="animate-[slide-in_180ms_var(--ease-enter)]">
        <h1 tabIndex={-1} className="text-h2 sm:text-h1">
          {title}
        </h1>
        {intro && <p className="mt-3 text-text-2">{intro}</p>}
        {problem && (
          <div ref={banner} className="mt-5">
            <Banner {...(reason && { title: problem })}>{reason ?? problem}</Banner>
          </div>
        )}
        <div className="mt-6">{children}</div>
      </div>
    </div>
  );
}

type AnotherWayProps = { text?: string; button: string; onPress: () => void };

/** The alternative action below a form. */
export function AnotherWay({ text, button, onPress }: AnotherWayProps) {
  return (
    <p className="mt-5 text-center text-small text-text-2">
      {text && `${text} `}
      <button type="button" onClick={onPress} className="link hit-44">
        {button}
      </button>
    </p>
  );
}

type AuthFormProps = AuthFrameProps & {
  button: string;
  isBusy: boolean;
  /** Whether the input is complete and can be submitted. */
  isComplete: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  form?: RefObject<HTMLFormElement | null>;
  below?: ReactNode;
};

/** Converts the state of a step's form to the props of its frame. */
export function frameOf({ problem, formState, submit }: StepForm) {
  return {
    problem: problem?.message ?? null,
    reason: problem?.reason,
    isBusy: formState.isSubmitting,
    isComplete: formState.isValid,
    onSubmit: submit,
  };
}

type StepForm = {
  problem: { message: string; reason?: string } | null;
  formState: { isSubmitting: boolean; isValid: boolean };
  submit: SubmitEventHandler<HTMLFormElement>;
};

/** A sign-in step with one form and one submit button. */
export function AuthForm({
  button,
  isBusy,
  isComplete,
  onSubmit,
  form,
  below,
  children,
  ...frame
}: AuthFormProps) {
  return (
    <AuthFrame {...frame}>
      <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-5">
        {children}
        <Button type="submit" size="large" wide busy={isBusy} unready={!isComplete}>
          {button}
        </Button>
      </form>
      {below}
    </AuthFrame>
  );
}
