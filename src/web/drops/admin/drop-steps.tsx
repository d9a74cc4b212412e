// The layout of all three steps of a new drop.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

const STEPS = ['Choose packs', 'See what buyers will see', 'Publish'] as const;

type DropStepsProps = { title: string; at: 1 | 2 | 3; children: ReactNode };

export function DropSteps({ title, at, children }: DropStepsProps) {
  return (
    <AdminFrame title={title}>
      <BackToDrops />
      <StepsTo at={at} />
      <div className="max-w-[860px]">{children}</div>
    </AdminFrame>
  );
}

export function StepsTo({ at }: { at: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps" className="mb-6 flex flex-wrap gap-x-6 gap-y-2 text-small">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index + 1 === at ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2',
            index + 1 === at ? 'font-semibold' : 'text-text-2',
          )}
        >
          <span
            className={classNames(
              'grid size-6 place-items-center rounded-full border text-small',
              index + 1 === at ? 'border-brand bg-brand text-on-brand' : 'border-line-strong',
            )}
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

export function BackToDrops() {
  return (
    <Link
      to="/admin/drops"
      className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
    >
      <Icon name="left" size={16} />
      Back to drops
    </Link>
  );
}
