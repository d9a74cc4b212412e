import { Link, useRouter } from '@tanstack/react-router';
import { useFullTitle } from '../accounts/config.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** Shown if no screen has this URL. The zero of "404" is a card that lies face down. */
export function NotFound() {
  const router = useRouter();
  const title = useFullTitle('Page Not Found');
  const goBack = () => {
    // The length comes from the browser's own history, because the router's history lacks pages from before a full page
    // load.
    if (window.history.length > 1) router.history.back();
    else void router.navigate({ to: '/' });
  };
  return (
    <div className="page grid min-h-[64svh] place-items-center py-12">
      <title>{title}</title>
      <div className="flex max-w-130 flex-col items-center gap-3 text-center">
        <p className="mb-4 flex items-center gap-[0.14em] font-display text-[clamp(72px,26vw,120px)] leading-none">
          <VisuallyHidden>404</VisuallyHidden>
          <span aria-hidden="true">4</span>
          <img
            src="/card-back.svg"
            alt=""
            width={84}
            height={117}
            className="card-corners h-auto w-[0.7em] rotate-6 shadow-art"
          />
          <span aria-hidden="true">4</span>
        </p>
        <h1 tabIndex={-1} className="text-h2">
          Page Not Found
        </h1>
        <p className="text-text-2">
          Oops! The page you're looking for doesn't exist. It might have been moved or deleted.
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Button variant="secondary" onClick={goBack}>
            Go Back
          </Button>
          <Link to="/" className={buttonClass()}>
            Return Home
          </Link>
        </div>
      </div>
    </div>
  );
}
