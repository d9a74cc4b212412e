// The entry point of a file that visitors save, so that they can check proofs without a shop or a network. The file has
// the same screen and checks as the shop's page.
import { createRoot } from 'react-dom/client';
import * as checks from './check-proof.ts';
import './saved-file.css';
import { Verifier } from './verifier.tsx';

createRoot(document.querySelector('main')!).render(
  <div className="page max-w-[920px] pt-9 pb-16">
    <h1 className="text-[30px] leading-[1.08] md:text-h1">Check a pack’s proof</h1>
    <p className="mt-3 mb-6 max-w-[64ch] text-text-2">
      Nine checks of what a shop says about one pack. This file runs them by itself, without a
      network. Checks that need the shop’s log have to wait.
    </p>
    <Verifier load={() => Promise.resolve(checks)} />
  </div>,
);
