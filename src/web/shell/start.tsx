// How a page comes alive: what is seen is drawn first, and only then its code is fetched, so that the two
// don't share a slow line. A button that is pressed meanwhile counts as pressed when the code is there.
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RouterContext } from './router-context.ts';
import { ServerScript } from './server-script.tsx';
import { isTakenOver, QUESTION } from './taken-over.ts';

/** Stands last in the page. */
export function Start() {
  const router = useRouter();
  useEffect(() => pressAgain(performance.now() + TAKE_OVER_MS), []);
  return <ServerScript code={import.meta.env.SSR ? startScript(router) : ''} />;
}

/** How long parts of a page may be taken over after the rest: a slow line may bring its own code last. */
const TAKE_OVER_MS = 10_000;
const POLL_EVERY_MS = 30;

// A part may be recreated when it is hydrated, so a button is known by its words and its place among those
// with the same.
type Pressed = { words: string; place: number };

declare global {
  interface Window {
    pressed?: Pressed | undefined;
    notePressed?: (event: MouseEvent) => void;
    /** Path and query that the page was rendered for. */
    renderedFor?: string;
  }
}

function pressAgain(until: number): void {
  const { pressed } = window;
  const button = pressed && buttonOf(pressed);
  if (button !== undefined && isTakenOver(button)) {
    window.pressed = undefined;
    button.click();
  }
  if (performance.now() < until) setTimeout(pressAgain, POLL_EVERY_MS, until);
  else if (window.notePressed) removeEventListener('click', window.notePressed, true);
}

function buttonOf({ words, place }: Pressed): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].filter((one) => labelOf(one) === words)[place];
}

function labelOf(button: HTMLButtonElement): string | null {
  return button.ariaLabel ?? button.textContent;
}

// On its way down, where React can't stop it: it lets nobody hear of a press on what it has not taken over yet.
// Links work without any code.
const NOTE_PRESSED = `window.notePressed=function(event){
var button=event.target.closest('button');
if(!button||!button.dispatchEvent(new Event('${QUESTION}',{bubbles:true,cancelable:true})))return;
function labelOf(one){return one.ariaLabel??one.textContent}
var words=labelOf(button);
var alike=Array.from(document.querySelectorAll('button')).filter(function(one){return labelOf(one)===words});
window.pressed={words:words,place:alike.indexOf(button)}};
addEventListener('click',notePressed,true)`;

/** In the head: on a slow machine somebody goes back before the end of the page has been read. */
export const NOTE_ADDRESS = 'var renderedFor=location.pathname+location.search';

// Who goes back before the page is taken over would have the page that they left under the address of the other one, and
// React would find that it is not what it takes over.
const LOAD_WHERE_LEFT = `addEventListener('popstate',function(event){
var part=location.pathname+location.search!==renderedFor&&document.querySelector('main>*');
if(!part||!part.dispatchEvent(new Event('${QUESTION}',{bubbles:true,cancelable:true})))return;
event.stopImmediatePropagation();location.reload()})`;

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
  // A page that the browser draws by itself shows nothing before its code is there.
  const isDrawn = matches.every(({ ssr }) => ssr !== false);
  return `${NOTE_PRESSED};
${LOAD_WHERE_LEFT};
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
