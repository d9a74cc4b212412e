// Delays the start of requests. Each request waits for the earlier ones on its connection, and only a few start in each
// turn of the event loop. Otherwise thousands of requests would start in one turn that lasts several seconds. During
// that turn the process reads no answer of the database, and time limits run out (choice 181).
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whether a connection has an unanswered request. */
export type IsAtWork = (socket: Socket) => boolean;

/**
 * The kind of a request: `reading` of public data, `call` of a user, or `probe` of the process's health. A request
 * never waits for one of another kind.
 */
export type KindOf = (request: IncomingMessage) => 'reading' | 'call' | 'probe';

/** The maximum number of unanswered requests on a connection, because each takes memory and no honest client sends so many. */
const LINE_LENGTH_MAX = 100;

/**
 * The maximum number of requests that start in one turn. Eight take a few milliseconds. Only an overloaded server has more than eight
 * waiting.
 */
const BEGUN_IN_A_TURN = 8;

/**
 * The server's `backlog`: the most connections that wait to be accepted, if the system allows this many. A client that
 * finds the backlog full tries again only after a second, even if the backlog empties at once (choice 279).
 */
export const AT_THE_DOOR_MOST = 4_096;

/** The maximum number of consecutive turns in which new connections delay readings. */
const TURNS_FOR_ARRIVALS_MAX = 50;

/**
 * Delays the requests of a server. Requests of one connection run one after the other. Their responses must come in
 * order anyway, and a client that sends forty at once must not occupy forty database connections.
 */
export function beginInTurn(server: Server, kindOf: KindOf): IsAtWork {
  const [listener] = server.listeners('request') as [RequestListener];
  const lines = new WeakMap<Socket, (() => void)[]>();
  // Node accepts one connection in a turn of the event loop. If readings did not pause while connections arrive, calls
  // on the new connections would wait behind a crowd of readings.
  let someoneCame = false;
  server.on('connection', () => {
    someoneCame = true;
  });
  const areComing = () => {
    const came = someoneCame;
    someoneCame = false;
    return came;
  };
  // Readings, calls and probes each start at their own pace, so that no kind delays another.
  const paces = {
    reading: makePace(BEGUN_IN_A_TURN, areComing),
    call: makePace(BEGUN_IN_A_TURN),
    probe: makePace(BEGUN_IN_A_TURN),
  };

  function goOn(socket: Socket, line: (() => void)[]): void {
    line.shift();
    const [next] = line;
    if (next === undefined) lines.delete(socket);
    else next();
  }

  server.removeListener('request', listener);
  server.on('request', (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? [];
    if (line.length >= LINE_LENGTH_MAX) {
      socket.destroy();
      return;
    }
    const pace = paces[kindOf(request)];
    const begin = () =>
      pace(() => {
        if (socket.destroyed) return;
        response.once('close', () => goOn(socket, line));
        listener(request, response);
      });
    lines.set(socket, line);
    line.push(begin);
    if (line.length === 1) begin();
  });
  return (socket) => lines.has(socket);
}

type Pace = (work: () => void) => void;

/**
 * Starts at most `most` functions in one turn of the event loop, and the others in the next turns, in order of arrival.
 * If `isOthersTurn` returns true for a turn, no waiting function starts in that turn.
 */
function makePace(most: number, isOthersTurn = () => false): Pace {
  const waiting: (() => void)[] = [];
  let left = most;
  let hasTurn = false;
  let turnsGiven = 0;

  function begin(work: () => void): void {
    left -= 1;
    if (!hasTurn) {
      hasTurn = true;
      setImmediate(turn);
    }
    work();
  }

  function turn(): void {
    if (isOthersTurn() && turnsGiven < TURNS_FOR_ARRIVALS_MAX) {
      turnsGiven += 1;
      setImmediate(turn);
      return;
    }
    turnsGiven = 0;
    hasTurn = false;
    left = most;
    for (const work of waiting.splice(0, most)) begin(work);
  }

  return (work) => {
    if (left > 0 && waiting.length === 0) begin(work);
    else waiting.push(work);
  };
}
