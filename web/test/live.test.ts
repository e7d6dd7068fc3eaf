// The parts of the state that talk to the server, with a minimal server.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Connection, connection } from '../src/lib/connection.svelte';
import { chosen } from '../src/lib/settings';
import { Load } from '../src/lib/load.svelte';
import { Player } from '../src/lib/playing.svelte';
import { TraceView } from '../src/lib/trace.svelte';
import type { TraceRequest } from '../src/lib/documents';
import type { Algorithm } from '../src/lib/types';
import { eventually, long, page } from './recorded';

const events = long(2000);
const request: TraceRequest = { problem: { version: 1, size: '8' }, algorithm: 'x', settings: {}, all: true };
const settle = (time = 20) => new Promise((resolve) => setTimeout(resolve, time));

/** A server that has one trace, and can drop it or be gone. */
class Fake {
  posts = 0;
  forgotten = false;
  gone = false;
  refuses = false;

  fetch = async (path: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (this.gone) throw new TypeError('failed to fetch');
    const url = new URL(String(path), 'http://x');
    const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
    if (url.pathname.endsWith('/health')) return answer({ status: 'ok' });
    if (url.pathname.endsWith('/traces') && init?.method === 'POST') {
      this.posts += 1;
      if (this.refuses) return answer({ error: { code: 'unsupported', message: 'unequal sides' } }, 422);
      this.forgotten = false;
      return answer({ id: 't', steps: events.length, complete: true, solutions: '0', work: {}, settings: {} }, 201);
    }
    if (this.forgotten) return answer({ error: { code: 'trace-gone', message: 'no longer in memory' } }, 404);
    if (url.pathname.endsWith('/overview')) return answer({ buckets: [] });
    if (url.pathname.endsWith('/find')) return answer({ step: 1500 });
    return answer(page(events, Number(url.searchParams.get('from')), Number(url.searchParams.get('count'))));
  };
}

let server: Fake;
beforeEach(() => {
  server = new Fake();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => vi.unstubAllGlobals());

describe('the open trace', () => {
  it('is opened at a step, moved through and searched', async () => {
    const view = new TraceView();
    await view.open(request, 700);
    await settle();
    expect([view.at, view.moment?.at, view.total]).toEqual([700, 700, 2000]);
    view.seek(9999);
    await settle();
    expect(view.moment?.at).toBe(2000);
    expect(await view.find('solution', 'next')).toBe(1500);
    await settle();
    expect(view.moment?.event?.number).toBe(1500);
    view.close();
  });

  it('follows a drag with the nearest moment there is, shown with the next frame, and ends where the drag does', async () => {
    const draw: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (tick: () => void) => draw.push(tick));
    const frame = () => draw.splice(0).forEach((tick) => tick());
    const view = new TraceView();
    await view.open(request);
    await settle();
    view.pass(1800.4);
    await eventually(() => expect(draw).toHaveLength(1));
    expect([view.at, view.live?.at]).toEqual([1800, 0]);
    view.pass(1500);
    frame();
    expect([view.at, view.live?.at]).toEqual([1500, 1800]);
    await eventually(() => expect(draw).toHaveLength(1));
    frame();
    expect(view.live?.at).toBe(1500);
    expect(view.around(1490, 1510).map(({ number }) => number)).toEqual([1496, 1497, 1498, 1499, 1500, 1501, 1502, 1503]);
    // Beside the board, a little later, also if the pointer rests.
    await eventually(() => expect(view.moment?.at).toBe(1500));
    view.pass(1200);
    await eventually(() => expect(draw).toHaveLength(1));
    // What was asked for of a trace that is no longer shown comes too late.
    await view.open(request, 30);
    await settle();
    frame();
    expect([view.live?.at, view.moment?.at]).toEqual([30, 30]);
    view.seek(1200);
    await settle();
    expect([view.live?.at, view.moment?.at, view.around(1100, 1300).length]).toEqual([1200, 1200, 201]);
    view.close();
  });

  it('is recorded again when the server has dropped it', async () => {
    const view = new TraceView();
    await view.open(request);
    await settle();
    server.forgotten = true;
    view.seek(1999);
    await settle();
    expect(view.moment?.at).toBe(1999);
    expect(server.posts).toBe(2);
    expect(view.error).toBeNull();
    view.close();
  });

  it('leaves nothing of the previous one if it is refused', async () => {
    const view = new TraceView();
    await view.open(request, 700);
    await settle();
    server.refuses = true;
    await view.open(request);
    expect([view.trace, view.moment, view.at, view.total]).toEqual([null, null, 0, 0]);
    expect(view.error?.message).toBe('unequal sides');
    view.close();
  });

  it('shows the last of two requests, whichever answers first', async () => {
    const view = new TraceView();
    const first = view.open(request, 10);
    const second = view.open({ ...request, algorithm: 'y' }, 20);
    await Promise.all([first, second]);
    await settle();
    expect(view.at).toBe(20);
    view.close();
  });

  it('waits for a server that is gone and continues', async () => {
    const view = new TraceView();
    await view.open(request);
    await settle();
    server.gone = true;
    view.seek(1999);
    await settle();
    expect(connection.up).toBe(false);
    expect(view.moment?.at).not.toBe(1999);
    server.gone = false;
    await connection.look();
    await settle();
    expect(connection.up).toBe(true);
    expect(view.moment?.at).toBe(1999);
    view.close();
  });
});

describe('the connection', () => {
  it('checks again at growing intervals until there is an answer', async () => {
    vi.useFakeTimers();
    let answers = false;
    let looks = 0;
    const link = new Connection(async () => {
      looks += 1;
      return answers;
    });
    link.lost();
    const back = vi.fn();
    void link.back().then(back);
    await vi.advanceTimersByTimeAsync(7500);
    expect(looks).toBe(3);
    answers = true;
    await vi.advanceTimersByTimeAsync(9000);
    expect(back).toHaveBeenCalled();
    expect([link.up, link.returns]).toEqual([true, 1]);
    vi.useRealTimers();
  });

  it('lets a call be stopped while there is no answer', async () => {
    server.gone = true;
    const flight = new AbortController();
    const call = api.json('/known', { signal: flight.signal }).catch(() => 'given up');
    await settle();
    flight.abort();
    expect(await call).toBe('given up');
    server.gone = false;
    await connection.look();
  });
});

describe('a question', () => {
  it('keeps the newest answer and reports errors', async () => {
    const load = new Load<number>();
    const slow = load.run(() => settle(30).then(() => 1));
    const quick = load.run(async () => 2);
    await Promise.all([slow, quick]);
    expect([load.value, load.busy]).toEqual([2, false]);
    await load.run(async () => {
      throw new Error('no');
    });
    expect([load.value, load.error?.message]).toEqual([2, 'no']);
  });
});

describe('the player', () => {
  it('plays to the end, stops there, and starts again from the start', async () => {
    let frame = 0;
    vi.stubGlobal('requestAnimationFrame', (tick: (now: number) => void) => setTimeout(() => tick((frame += 16)), 0));
    vi.stubGlobal('cancelAnimationFrame', clearTimeout);
    vi.stubGlobal('performance', { now: () => frame });
    const played = { at: 0, total: 40, seek: (at: number) => void (played.at = at) };
    const player = new Player(() => played);
    player.speed = 500;
    player.play();
    await eventually(() => expect([played.at, player.playing]).toEqual([40, false]));
    player.play();
    expect(played.at).toBe(0);
    player.step(1);
    expect([played.at, player.playing]).toEqual([1, false]);
    player.faster(-1);
    expect(player.speed).toBe(120);
  });
});

describe('settings', () => {
  it('are sent only where they differ from the default', () => {
    const algorithm = {
      settings: [
        { name: 'rows', about: '', kind: 'word', values: ['strict', 'skip'] },
        { name: 'seed', about: '', kind: 'number', default: '1', least: '0', most: '9' },
      ],
    } as unknown as Algorithm;
    expect(chosen(algorithm, { rows: 'strict', seed: '7', other: 'x' })).toEqual({ seed: '7' });
  });
});
