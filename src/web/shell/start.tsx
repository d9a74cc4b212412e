// Starts the page. The browser paints first and then fetches the code, so that the code does not slow the first paint.
// If the visitor presses a button before the code runs, the press is repeated once the code runs.
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RouterContext } from './router-context.ts';
import { ServerScript } from './server-script.tsx';
import { isTakenOver, QUESTION } from './taken-over.ts';

/** The last element of the page. It starts the page and repeats an early press. */
export function Start() {
  const router = useRouter();
  useEffect(() => pressAgain(performance.now() + TAKE_OVER_MS), []);
  return <ServerScript code={import.meta.env.SSR ? startScript(router) : ''} />;
}

/**
 * How long after its start the page tries to repeat an early press. A part hydrates late if a slow connection delivers
 * its code late.
 */
const TAKE_OVER_MS = 10_000;
const POLL_EVERY_MS = 30;

// A pressed button, identified by its text and by its index among the buttons with that text. The element itself is not
// stored, because React may replace it during hydration.
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

// Stores a press on a button that is not hydrated yet. Listens in the capture phase, because React stops such events.
// Links are ignored, because they work without code.
const NOTE_PRESSED = `window.notePressed=function(event){
var button=event.target.closest('button');
if(!button||!button.dispatchEvent(new Event('${QUESTION}',{bubbles:true,cancelable:true})))return;
function labelOf(one){return one.ariaLabel??one.textContent}
var words=labelOf(button);
var alike=Array.from(document.querySelectorAll('button')).filter(function(one){return labelOf(one)===words});
window.pressed={words:words,place:alike.indexOf(button)}};
addEventListener('click',notePressed,true)`;

/** This script is in the head, because on a slow machine a visitor may go back before the page is parsed. */
export const NOTE_ADDRESS = 'var renderedFor=location.pathname+location.search';

// If a visitor goes back before hydration, reloads the page. Otherwise the visitor would see the old page under the new
// URL, and React would report a hydration mismatch.
const LOAD_WHERE_LEFT = `addEventListener('popstate',function(event){
var part=location.pathname+location.search!==renderedFor&&document.querySelector('main>*');
if(!part||!part.dispatchEvent(new Event('${QUESTION}',{bubbles:true,cancelable:true})))return;
event.stopImmediatePropagation();location.reload()})`;

/** The maximum time that the script waits for the first paint, because some browsers do not report the paint. */
const PAINT_WAIT_MS = 3000;

/**
 * Returns the script that fetches and runs all code of the page. If the page has content, the script waits for the
 * first paint. In a hidden tab it does not wait, because a hidden tab never paints.
 */
function startScript(router: AnyRouter): string {
  const { matches } = router.state;
  const { entry, screens } = (router.options.context as RouterContext).assets;
  const files = new Set(matches.flatMap(({ routeId }) => screens?.[routeId] ?? []));
  // If only the browser renders the page, nothing is painted before the code runs, so the script must not wait.
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
