import { describe, expect, it, vi } from 'vitest';
import { apply, emptyFrame } from '../src/lib/frame';
import { PAGE, TracePages } from '../src/lib/pages';
import type { Frame, TraceEvent } from '../src/lib/documents';
import { eventually, long, page, recorded } from './recorded';

function frameAt(events: TraceEvent[], at: number): Frame {
  const frame = emptyFrame();
  for (const event of events.slice(0, at)) apply(frame, event.step);
  return frame;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

function open(events: TraceEvent[]) {
  const asked: number[] = [];
  const pages = new TracePages(
    events.length,
    async (from, size) => {
      asked.push(from);
      return page(events, from, size);
    },
    () => {},
  );
  return { pages, asked };
}

describe('pages of a trace', () => {
  it('give every moment, forwards and backwards, as folding from the start does', async () => {
    for (const name of ['backtracking-4', 'guldal-4', 'nilsson-4', 'qs1-6', 'stack-5', 'ant-colony-6']) {
      const { events } = recorded(name);
      const { pages } = open(events);
      pages.want(0);
      await settle();
      const forwards = Array.from({ length: events.length + 1 }, (_, at) => at);
      for (const at of [...forwards, ...forwards.reverse()]) {
        const moment = pages.peek(at)!;
        expect(moment.frame, `${name} at ${at}`).toEqual(frameAt(events, at));
        expect(moment.event?.number ?? 0).toBe(at);
      }
    }
  });

  it('give moments next to the edges of pages', async () => {
    const events = long(3 * PAGE + 7);
    const { pages } = open(events);
    for (const at of [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 3 * PAGE + 7, 0]) {
      pages.want(at);
      await settle();
      expect(pages.peek(at)!.frame, `at ${at}`).toEqual(frameAt(events, at));
      expect(pages.peek(at)!.counts.visits).toBe(Math.ceil(at / 2));
    }
  });

  it('are requested only around the current step, and limited in number', async () => {
    const events = long(100 * PAGE);
    const { pages, asked } = open(events);
    for (let at = 0; at <= events.length; at += PAGE) {
      pages.want(at, PAGE);
      await settle();
    }
    expect(new Set(asked).size).toBe(100);
    expect(pages.has(events.length)).toBe(true);
    expect(pages.has(1)).toBe(false);
  });

  it('drop requests that are no longer needed: a long drag ends at the last step', async () => {
    const events = long(50 * PAGE);
    let flying = 0;
    let most = 0;
    const aborted = vi.fn();
    const pages = new TracePages(
      events.length,
      (from, size, signal) => {
        flying += 1;
        most = Math.max(most, flying);
        return new Promise((resolve, reject) => {
          const done = setTimeout(() => {
            flying -= 1;
            resolve(page(events, from, size));
          }, 10);
          signal.addEventListener('abort', () => {
            clearTimeout(done);
            flying -= 1;
            aborted();
            reject(new Error('aborted'));
          });
        });
      },
      () => {},
    );
    for (let at = 0; at < events.length; at += 997) pages.want(at);
    expect(pages.peek(events.length - 1)).toBeNull();
    pages.want(events.length - 1);
    await eventually(() => expect(pages.peek(events.length - 1)?.frame).toEqual(frameAt(events, events.length - 1)));
    expect(most).toBeLessThanOrEqual(2);
    expect(aborted).toHaveBeenCalled();
  });

  it('are not fetched for a place that is passed, only the steps around it, one request at a time', async () => {
    const events = long(50 * PAGE);
    let answer: (() => void) | null = null;
    const asked: [number, number][] = [];
    const arrived: number[] = [];
    const pages = new TracePages(
      events.length,
      (from, size) => {
        asked.push([from, size]);
        return new Promise((resolve) => (answer = () => resolve(page(events, from, size))));
      },
      (from) => arrived.push(from),
    );
    for (const at of [9000, 700, 12345]) pages.pass(at);
    expect(asked).toEqual([[8996, 8]]);
    answer!();
    await settle();
    // The place reached in the meantime, not the one in between.
    expect(asked).toEqual([[8996, 8], [12341, 8]]);
    answer!();
    await settle();
    expect(arrived).toEqual([9000, 12345]);
    expect(pages.peek(12345)).toEqual({ at: 12345, frame: frameAt(events, 12345), counts: page(events, 12346, 1).counts, event: events[12344] });
    expect(pages.events(12340, 12350).map(({ number }) => number)).toEqual([12341, 12342, 12343, 12344, 12345, 12346, 12347, 12348]);
    expect(pages.peek(9000)).toBeNull();
    pages.pass(2);
    answer!();
    await settle();
    expect(pages.peek(0)!.frame).toEqual(emptyFrame());
    // What is near is not asked for again; where the drag ends, its page is.
    pages.pass(4);
    expect(asked).toHaveLength(3);
    pages.want(4);
    expect(asked.slice(3)).toEqual([[1, PAGE], [PAGE + 1, PAGE]]);
    pages.close();
  });

  it('are not waited for while places are passed: requests for them are dropped', async () => {
    const events = long(9 * PAGE);
    const aborted: number[] = [];
    const pages = new TracePages(
      events.length,
      async (from, size, signal) => {
        signal.addEventListener('abort', () => aborted.push(from));
        await settle();
        return page(events, from, size);
      },
      () => {},
    );
    pages.want(2 * PAGE);
    pages.pass(5 * PAGE);
    expect(aborted).toEqual([PAGE + 1, 2 * PAGE + 1]);
    await settle();
    await settle();
    expect(pages.peek(5 * PAGE)!.frame).toEqual(frameAt(events, 5 * PAGE));
    expect(pages.has(2 * PAGE)).toBe(false);
  });

  it('report an error and stay usable', async () => {
    const events = long(20);
    let fail = true;
    const failed = vi.fn();
    const pages = new TracePages(
      20,
      async (from, size) => {
        if (fail) throw new Error('no');
        return page(events, from, size);
      },
      () => {},
      failed,
    );
    pages.want(3);
    await settle();
    expect(failed).toHaveBeenCalledOnce();
    fail = false;
    pages.want(3);
    await settle();
    expect(pages.peek(3)!.at).toBe(3);
  });

  it('handle a trace without steps', async () => {
    const { pages } = open([]);
    pages.want(0);
    await settle();
    expect(pages.peek(0)!.frame).toEqual(emptyFrame());
  });
});
