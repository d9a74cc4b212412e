import { useId, type ReactNode, type Ref } from 'react';

/** A framed part of a page with a heading. `aside`: content at the other end of the heading's line. */
export function Panel({
  title,
  headingRef,
  aside,
  children,
}: {
  title: ReactNode;
  /** A ref to the heading, so that it can get the focus. Used if the panel appears after a step. */
  headingRef?: Ref<HTMLHeadingElement>;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-card border border-line bg-surface p-5"
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
          id={id}
          className="min-w-0 text-h3 break-words"
        >
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
