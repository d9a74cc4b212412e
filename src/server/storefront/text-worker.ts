// Renders one text after the other to HTML in a thread of its own. A text that it can't render ends
// the thread; another one starts.
import { parentPort } from 'node:worker_threads';
import { renderText } from './render-text.ts';

const port = parentPort!;
port.on('message', ([markdown, settings]: Parameters<typeof renderText>) =>
  port.postMessage(renderText(markdown, settings)),
);
