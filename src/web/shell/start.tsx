// How a page comes alive: what is seen is drawn first, and only then its code is fetched, so that the two
// don't share a slow line.
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import type { RouterContext } from './document.tsx';

/** Stands last in the page. The server writes it; the browser keeps what it finds. */
export function Start() {
  const router = useRouter();
  return (
    <script
      nonce={router.options.ssr?.nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? startScript(router) : '' }}
    />
  );
}

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
  return `addEventListener('DOMContentLoaded',function(){
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
