// The sample on the home page: the visitor tears one pack and turns one card. Nothing is bought or won, and no card is
// drawn (docs/product.md §4).
import type { PackType } from '#contract/catalogue.ts';
import { showSampleCard } from '#contract/catalogue-sample.ts';
import type { Reply } from '#contract/endpoint.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useAsk } from '../api/ask.ts';
import { useResponses } from '../api/do.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { fetchArt } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IllustrationMark } from '../ui/illustration-mark.tsx';
import { Worth } from '../ui/worth.tsx';
import { flipTimes } from './flip-timeline.ts';
import { glowOf, WARM_WHITE } from './glow.ts';
import './opening.css';
import { betterPacksWords } from './sample-words.ts';
import { StageCard } from './stage-card.tsx';
import { TearPack } from './tear-pack.tsx';
import type { TearDriver } from './tear-driver.ts';
import { tearMs } from './tear-timeline.ts';

type Sample = NonNullable<Reply<typeof showSampleCard>['sample']>;

/** `named`: the card has been turned and shows its face. */
type Step = 'sealed' | 'tearing' | 'torn' | 'turning' | 'named';

export function SampleTear({ pack, onClose }: { pack: PackType; onClose: () => void }) {
  const asked = useAsk(showSampleCard, { id: pack.id }, { staleTime: Infinity });
  // The first response is kept, so that the card does not change while the visitor looks at it.
  const sample = asked.data?.sample;
  const { ask } = useResponses();
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog isOpen onClose={onClose} title="Try a tear" width={520} initialFocus={first} onBaize>
      <div className="grid justify-items-center gap-4 text-center">
        <p>
          <Badge tone="outline">Sample: nothing won, nothing drawn</Badge>
        </p>
        {sample === null || asked.isError ? (
          <p className="text-text-2">There is no sample of this pack right now.</p>
        ) : (
          <Tear
            pack={pack}
            sample={sample}
            load={() => ask(showSampleCard, { id: pack.id })}
            first={first}
          />
        )}
        <Link
          to="/pack/$packId"
          params={{ packId: pack.id }}
          state={{ pack }}
          // Back from the pack's page leads to the home page without the sample.
          replace
          className={buttonClass({ variant: 'ghost' })}
        >
          View pack
        </Link>
      </div>
    </Dialog>
  );
}

type TearProps = {
  pack: PackType;
  /** Undefined while the sample loads. */
  sample: Sample | undefined;
  load: () => Promise<unknown>;
  first: RefObject<HTMLButtonElement | null>;
};

function Tear({ pack, sample, load, first }: TearProps) {
  const isCalm = useReducedMotion();
  const [step, setStep] = useState<Step>('sealed');
  const driver = useRef<TearDriver>(null);
  const card = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (sample) fetchArt(sample.card.image);
  }, [sample]);
  useEffect(() => {
    if (step === 'torn') card.current?.focus({ preventScroll: true });
    if (step !== 'turning') return;
    const timer = setTimeout(
      () => setStep('named'),
      flipTimes(sample!.card.rarity, isCalm).namedAt,
    );
    return () => clearTimeout(timer);
  }, [step, sample, isCalm]);

  const tear = async () => {
    if (step !== 'sealed') return;
    setStep('tearing');
    const strip = driver.current!;
    try {
      // If the user presses before the card has loaded, the tear waits for the card.
      await Promise.all([load(), isCalm ? null : strip.tearTo(1, tearMs(strip.torn()))]);
      if (!isCalm) await strip.fly();
      setStep('torn');
    } catch {
      setStep('sealed');
      await strip.close();
    }
  };

  if (step === 'sealed' || step === 'tearing') {
    return (
      <>
        <TearPack
          image={pack.packImageUrl}
          glow={sample === undefined ? WARM_WHITE : glowOf(sample.card.rarity)}
          isForHands={step === 'sealed' && !isCalm}
          onTorn={() => void tear()}
          driver={driver}
        />
        <Button ref={first} size="large" busy={step === 'tearing'} onClick={() => void tear()}>
          Tear it open
        </Button>
      </>
    );
  }
  const isNamed = step === 'named';
  return (
    <>
      <div className="relative aspect-[63/88] w-[min(220px,58vw)]">
        <StageCard
          card={sample!.card}
          label={isNamed ? `${sample!.card.name}, face up` : 'Card, face down'}
          isOpen={step !== 'torn'}
          isTurning={step === 'turning'}
          isCalm={isCalm}
          onPress={() => step === 'torn' && setStep('turning')}
          button={card}
        />
      </div>
      <output className="sr-only">{isNamed ? spoken(sample!) : ''}</output>
      <div className="grid min-h-33 content-start justify-items-center gap-2">
        {isNamed ? <Turned sample={sample!} /> : <p>Press the card to turn it</p>}
      </div>
    </>
  );
}

function Turned({ sample: { card, packs, better } }: { sample: Sample }) {
  return (
    <>
      <p className="text-h3">{card.name}</p>
      <p className="flex flex-wrap items-center justify-center gap-2">
        <RarityBadge rarity={card.rarity} />
        <Badge tone="outline">{FINISH_WORDS[card.finish]}</Badge>
        <IllustrationMark src={card.image} />
      </p>
      <p>
        <Worth market={card.value} sellPrice={card.sellPrice} />
      </p>
      <p className="text-small text-text-2">{betterPacksWords(packs, better)}</p>
    </>
  );
}

/** Returns what screen readers announce after the card was turned. */
function spoken({ card, packs, better }: Sample): string {
  const worth = `market ${formatCad(card.value)}, sells for ${formatCad(card.sellPrice)}`;
  return `${card.name}, ${rarityWords(card.rarity)}, ${FINISH_WORDS[card.finish]}, ${worth}. ${betterPacksWords(packs, better)}`;
}
