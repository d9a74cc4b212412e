// Makes HTML of one text after the other in a thread of its own. What it can't render ends it: another is started.
import { parentPort } from 'node:worker_threads';
import { renderText } from './render-text.ts';

const port = parentPort!;
port.on('message', ([markdown, settings]: Parameters<typeof renderText>) =>
  port.postMessage(renderText(markdown, settings)),
);
