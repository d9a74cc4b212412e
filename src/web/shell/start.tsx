// How a page comes alive: what is seen is drawn first, and only then its code is fetched, so that the two
// don't share a slow line. A button that is pressed meanwhile counts as pressed when the code is there.
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RouterContext } from './document.tsx';

/** Stands last in the page. The server writes it; the browser keeps what it finds. */
export function Start() {
  const router = useRouter();
  useEffect(() => {
    // In a task of its own: what is still to be taken over around a button is, before it is pressed.
    setTimeout(pressAgain);
  }, []);
  return (
    <script
      nonce={router.options.ssr?.nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? startScript(router) : '' }}
    />
  );
}

function pressAgain(): void {
  window.onclick = null;
  for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
    delete button.dataset['pressed'];
    button.click();
  }
}

/** Links work without any code. */
const NOTE_PRESSED = `window.onclick=function(event){
var button=event.target.closest('button');
if(button)button.dataset.pressed=''}`;

/** A browser that tells nobody when it paints is not waited for any longer. */
const PAINT_WAIT_MS = 3000;

/**
 * Fetches the code of the page, all of it at once, and runs it: after the first paint, where there is
 * something to paint and somebody looks at it. A tab in the background paints nothing.
 */
function startScript(router: AnyRouter): string {
  const { matches } = router.state;
  const { entry, screens } = (router.options.context as RouterContext).assets;
  const files = new Set(matches.flatMap(({ routeId }) => screens?.[routeId] ?? []));
  files.delete(entry);
  // A page that the browser draws by itself shows nothing before its code is there.
  const isDrawn = matches.every(({ ssr }) => ssr !== false);
  return `${NOTE_PRESSED};
addEventListener('DOMContentLoaded',function(){
var isStarted=false;
function start(){
if(isStarted)return;
isStarted=true;
${JSON.stringify([...files])}.forEach(function(file){
var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.append(link)});
import('${entry}')}
${isDrawn ? AFTER_PAINT : 'start()'}})`;
}

const AFTER_PAINT = `if(document.hidden)return start();
new PerformanceObserver(start).observe({type:'paint',buffered:true});
document.addEventListener('visibilitychange',start);
setTimeout(start,${PAINT_WAIT_MS})`;
