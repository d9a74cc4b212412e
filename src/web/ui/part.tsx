import type { ReactNode } from 'react';

/** A part of a page of text. Its title is next to the text or, if there is no room, above the text. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-8 grid gap-x-10 gap-y-2 border-t border-line pt-6 md:grid-cols-[220px_minmax(0,1fr)]"
    >
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <div className="max-w-[62ch] space-y-3">{children}</div>
    </section>
  );
}
