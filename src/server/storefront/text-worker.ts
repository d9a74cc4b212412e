// Renders texts to HTML in a separate thread, one after the other. If a text can't be rendered, the thread ends and a
// new thread starts.
import { parentPort } from 'node:worker_threads';
import { renderText } from './render-text.ts';

const port = parentPort!;
port.on('message', ([markdown, settings]: Parameters<typeof renderText>) =>
  port.postMessage(renderText(markdown, settings)),
);
