// The frame that every step of signing in shares: back, heading, one form, one hint.
import { useEffect, useRef, type ReactNode } from 'react';
import { Banner } from '../ui/states.tsx';
import { Icon } from '../ui/icon.tsx';

type AuthFrameProps = {
  title: string;
  intro?: ReactNode;
  /** What went wrong with the whole form. */
  problem?: string | null;
  /** Why, where that is known besides. */
  reason?: string | undefined;
  onBack: () => void;
  children: ReactNode;
};

export function AuthFrame({ title, intro, problem, reason, onBack, children }: AuthFrameProps) {
  const banner = useRef<HTMLDivElement>(null);
  // It stands above the fields; on a low screen the button below them is all that is seen.
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
