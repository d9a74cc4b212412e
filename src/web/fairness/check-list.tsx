// Shows the results of the nine checks. Words state each result, so that nobody needs colour to read it.
import { CHECK_WORDS, countedChecks, STATE_WORDS } from '#domain/packproof/check-words.ts';
import type { Check, Finding } from '#domain/packproof/check.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const VARIANTS: Record<Finding['state'], { tone: BadgeTone; icon?: IconName }> = {
  green: { tone: 'brand', icon: 'check' },
  amber: { tone: 'warn', icon: 'information' },
  waiting: { tone: 'plain' },
  red: { tone: 'danger', icon: 'warning' },
};

/** A summary of the checks. It must be shown together with the full list of checks. */
export function CheckSummary({ checks }: { checks: Check[] }) {
  const isWrong = checks.some(({ state }) => state === 'red');
  return (
    <output className={classNames('block font-semibold', isWrong && 'text-danger')}>
      Checked in your browser: {countedChecks(checks)}.
    </output>
  );
}

export function CheckList({ checks }: { checks: Check[] }) {
  return (
    <ol className="border-t border-line">
      {checks.map((check) => (
        <CheckRow key={check.name} check={check} />
      ))}
    </ol>
  );
}

function CheckRow({ check: { name, state, says } }: { check: Check }) {
  const { claim, ifRed, todo } = CHECK_WORDS[name];
  const { tone, icon } = VARIANTS[state];
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[150px_minmax(0,1fr)]">
      <span>
        <Badge tone={tone}>
          {icon && <Icon name={icon} size={14} />}
          {capital(STATE_WORDS[state])}
        </Badge>
      </span>
      <div className="min-w-0 text-small break-words">
        <h3 className="font-ui text-small font-semibold tracking-normal">
          {claim} <span className="font-normal text-text-2">{name}</span>
        </h3>
        {says.map((sentence) => (
          <p key={sentence} className="text-text-2">
            {sentence}
          </p>
        ))}
        {state === 'red' && (
          <p className="mt-1.5 rounded-control bg-danger-soft px-3 py-2 text-on-danger-soft">
            {ifRed} {todo}
          </p>
        )}
      </div>
    </li>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
