// When a request is begun: after those before it on its connection, and a few in each turn of the event loop. What
// thousands send at once would else be worked on in one turn of seconds, in which no answer of the database is read
// and every time limit runs out (choice 181).
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whether a connection has a request that was not answered yet. */
export type IsAtWork = (socket: Socket) => boolean;

/** What a request is: a reading for everybody, a call of somebody's, or a question whether this process lives. None waits for another. */
export type KindOf = (request: IncomingMessage) => 'reading' | 'call' | 'probe';

/** Nobody who means well sends so many without waiting for an answer; each takes memory. */
const LINE_LENGTH_MAX = 100;

/** So many take a few milliseconds, and a server at rest never has as many in a turn. */
const BEGUN_IN_A_TURN = 8;

/**
 * So many wait at the door to be let in (what a server listens with as its `backlog`), as far as the system allows it.
 * Who finds no room there knocks again after a second, however quickly all of the others are let in (choice 279).
 */
export const AT_THE_DOOR_MOST = 4_096;

/** Strangers who only knock keep readers waiting for so many turns in a row, no longer. */
const TURNS_FOR_ARRIVALS_MAX = 50;

/**
 * Puts the order between a server and its listener for requests. A connection's requests are worked on one after
 * the other: they are answered in their order anyway, and one that sends forty at once would have forty at the database.
 */
export function beginInTurn(server: Server, kindOf: KindOf): IsAtWork {
  const [listener] = server.listeners('request') as [RequestListener];
  const lines = new WeakMap<Socket, (() => void)[]>();
  // Node lets one connection in a turn: behind a crowd of readers a call would wait at the door.
  let someoneCame = false;
  server.on('connection', () => {
    someoneCame = true;
  });
  const areComing = () => {
    const came = someoneCame;
    someoneCame = false;
    return came;
  };
  // A reading never keeps a call waiting, nor the other way round, and neither who asks whether this process lives.
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
  server.on('request', (request, answer) => {
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
        answer.once('close', () => goOn(socket, line));
        listener(request, answer);
      });
    lines.set(socket, line);
    line.push(begin);
    if (line.length === 1) begin();
  });
  return (socket) => lines.has(socket);
}

type Pace = (work: () => void) => void;

/**
 * Begins so much work in one turn of the event loop, and the rest in the next ones, in the order in which it came;
 * nothing of the rest in a turn that belongs to others.
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
