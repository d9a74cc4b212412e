// Explains how buyers know that they got the pack that was fixed for them: three steps with a drawing, and the nine
// checks for experts.
import { readManifest, readTicket } from '#domain/packproof/log-objects.ts';
import { readProofFile } from '#domain/packproof/proof-file.ts';
import { CouldAndCouldnt } from './about-drops.tsx';
import { AboutPack } from './about-pack.tsx';
import { PackProof } from './pack-proof.tsx';
import { momentsInWords, type PackTimes } from './seal-words.ts';
import { StepDrawing, type StepName } from './step-drawing.tsx';
import type { Proof } from './use-proofs.ts';

export function HowYouKnow({
  proofs,
  onCheckLog,
}: {
  proofs: readonly Proof[];
  onCheckLog: (placeId: string) => Promise<void>;
}) {
  const proved = proofs.find((one) => one.proved?.times)?.proved;
  const isDated = proved?.checks.some(({ name, state }) => name === 'V4' && state === 'green');
  return (
    <>
      {proved?.times && (
        <Steps proof={proved.proof} times={proved.times} isDated={isDated === true} />
      )}
      <CouldAndCouldnt isPractice={proved?.times?.isDemo === true} className="mt-4" />
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 items-center">For experts</summary>
        {proofs.map((proof) => (
          <section key={proof.placeId} aria-label="Nine checks">
            <p className="pt-2 font-semibold">
              {proof.proved ? <AboutPack about={proof.proved.about} /> : 'Checks'}
            </p>
            <PackProof proof={proof} onCheckLog={onCheckLog} />
          </section>
        ))}
      </details>
    </>
  );
}

/** The three steps, with this pack's numbers. `isDated`: the list is shown to be older than the public number. */
function Steps({ proof, times, isDated }: { proof: string; times: PackTimes; isDated: boolean }) {
  const { manifest, ticket } = readProofFile(proof);
  const { packCount } = readManifest(manifest);
  const { place } = readTicket(ticket);
  const { fixedAt, orderedAt, boughtAt, isDemo } = times;
  const moments = [fixedAt, orderedAt ?? fixedAt, boughtAt];
  const [fixed, ordered, bought] = momentsInWords(moments);
  const steps: { name: StepName; title: string; text: string }[] = [
    {
      name: 'fixed',
      title: `Fixed: ${fixed}`,
      text: `We wrote down what each of ${packCount} packs holds, and published one fingerprint of the whole list. If one card in one pack were changed, the fingerprint would be another.`,
    },
    {
      name: 'ordered',
      title: `Ordered: ${ordered}`,
      text: `${isDemo ? 'Then a practice number' : 'Then the next number of a public network, which is not ours,'} put the packs in a row. Your browser worked the row out again.${isDated || isDemo ? '' : ' That the list is older than the number is our word.'}`,
    },
    {
      name: 'yours',
      title: `Yours: ${bought}`,
      text: `Packs are sold in that row. You got number ${place + 1}, with a signed ticket. Your browser found your cards in the fixed list, at your number.`,
    },
  ];
  return (
    <ol className="grid gap-x-6 gap-y-4 pt-1 md:grid-cols-3">
      {steps.map(({ name, title, text }) => (
        <li key={name} className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-3">
          <StepDrawing name={name} />
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-text-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
