// How a page starts: the browser paints first and only then fetches the code, so that the two don't share a slow
// connection. A press before the code has loaded is replayed afterwards.
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RouterContext } from './router-context.ts';
import { ServerScript } from './server-script.tsx';
import { isTakenOver, QUESTION } from './taken-over.ts';

/** The last element of the page. */
export function Start() {
  const router = useRouter();
  useEffect(() => pressAgain(performance.now() + TAKE_OVER_MS), []);
  return <ServerScript code={import.meta.env.SSR ? startScript(router) : ''} />;
}

/**
 * How long after the start parts of a page may still hydrate, because a slow connection may deliver their code late.
 */
const TAKE_OVER_MS = 10_000;
const POLL_EVERY_MS = 30;

// Hydration may recreate a part, so a button is identified by its text and its index among buttons with the same text.
type Pressed = { words: string; place: number };

declare global {
  interface Window {
    pressed?: Pressed | undefined;
    notePressed?: (event: MouseEvent) => void;
    /** The path and query for which the page was rendered. */
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

// Listens in the capture phase, before React, which stops presses on parts that are not hydrated yet. Links work
// without any code.
const NOTE_PRESSED = `window.notePressed=function(event){
var button=event.target.closest('button');
if(!button||!button.dispatchEvent(new Event('${QUESTION}',{bubbles:true,cancelable:true})))return;
function labelOf(one){return one.ariaLabel??one.textContent}
var words=labelOf(button);
var alike=Array.from(document.querySelectorAll('button')).filter(function(one){return labelOf(one)===words});
window.pressed={words:words,place:alike.indexOf(button)}};
addEventListener('click',notePressed,true)`;

/** In the head: on a slow machine a visitor may go back before the end of the page has been parsed. */
export const NOTE_ADDRESS = 'var renderedFor=location.pathname+location.search';

// A visitor who goes back before hydration would see the old page under the new URL, and React would report a
// hydration mismatch. So the page is reloaded.
const LOAD_WHERE_LEFT = `addEventListener('popstate',function(event){
var part=location.pathname+location.search!==renderedFor&&document.querySelector('main>*');
if(!part||!part.dispatchEvent(new Event('${QUESTION}',{bubbles:true,cancelable:true})))return;
event.stopImmediatePropagation();location.reload()})`;

/** Some browsers do not report their paint; the script waits at most this long. */
const PAINT_WAIT_MS = 3000;

/**
 * Fetches all code of the page at once and runs it. If the page has content and is visible, it waits for the first
 * paint. A tab in the background paints nothing.
 */
function startScript(router: AnyRouter): string {
  const { matches } = router.state;
  const { entry, screens } = (router.options.context as RouterContext).assets;
  const files = new Set(matches.flatMap(({ routeId }) => screens?.[routeId] ?? []));
  // A page that only the browser renders shows nothing before its code has loaded.
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
