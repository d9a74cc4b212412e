// Where what is looked over is read, and how old that is. Nothing stands here in a shop without a replica.
import { showReplica, type ReplicaStanding } from '#contract/admin.ts';
import { LOOK_SOON_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Panel } from '../ui/panel.tsx';

const STATES: Record<ReplicaStanding['state'], { word: string; tone: BadgeTone }> = {
  follows: { word: 'In use', tone: 'plain' },
  behind: { word: 'Too far behind', tone: 'warn' },
  away: { word: 'Not in use', tone: 'warn' },
  promoted: { word: 'Promoted', tone: 'warn' },
};

export function ReplicaPanel() {
  const { data } = useAsk(showReplica, {}, { refetchInterval: LOOK_SOON_MS });
  if (data === undefined || data === null) return null;
  const { word, tone } = STATES[data.state];
  return (
    <Panel title="Replica" aside={<Badge tone={tone}>{word}</Badge>}>
      <p className="text-text-2">{sentenceOf(data)}</p>
    </Panel>
  );
}

function sentenceOf({ state, lagSeconds, problem }: ReplicaStanding): string {
  if (state === 'follows')
    return `The overview, lists and exports are read from the replica, which is ${behind(lagSeconds)} behind.`;
  if (state === 'behind')
    return `The replica is ${behind(lagSeconds)} behind, so everything is read from the primary until it catches up.`;
  return `Everything is read from the primary, because the replica can’t be used: ${problem}.`;
}

function behind(seconds: number | null): string {
  if (seconds === null) return 'far';
  if (seconds < 1) return 'less than a second';
  const whole = Math.round(seconds);
  return `${whole.toLocaleString('en-CA')} second${whole === 1 ? '' : 's'}`;
}
