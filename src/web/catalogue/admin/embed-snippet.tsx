import { useRouter } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** The line with which another page shows a pack type (docs/embedding.md). */
export function EmbedSnippet({ packId }: { packId: string }) {
  const { origin } = useRouter().options.context;
  const snippet = `<script src="${origin}/embed.js" data-pack="${packId}"></script>`;
  return (
    <section aria-labelledby="embed" className="grid justify-items-start gap-3">
      <h3 id="embed" className="text-h3">
        Put it on your page
      </h3>
      <p className="text-small text-text-2">
        Paste this line where a page of yours shows the pack, with its price and what is left.
      </p>
      <pre className="w-full rounded-control bg-surface-2 p-4 font-mono text-small break-all whitespace-pre-wrap">
        {snippet}
      </pre>
      <Button variant="secondary" onClick={() => void copyText(snippet, 'Line copied')}>
        Copy the line
      </Button>
    </section>
  );
}
