// The frames of a page: how many were shown, how many were lost, and the processor time that each took.
//
// The compositor's own record says what a person sees; calls of requestAnimationFrame alone would not, since a frame may be
// computed and never be shown, and the record alone would not either, since the compositor can move things while the page
// stands still: the lower rate counts. The page gets a mark that moves at each of its frames, so that every frame has
// something to show. The record has a few lines for each frame, and the processor times are those of the system: to
// measure takes no time worth mentioning. The browser's messages about requests do, two milliseconds for each frame of
// a drag that asks for steps, in the process of the bench: they make it harder for the page, not easier.

import { readdirSync, readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

/** The compositor's events about frames, and nothing else. */
const CATEGORIES = ['devtools.timeline.frame', 'disabled-by-default-devtools.timeline.frame'];

/** Milliseconds of processor time by process and thread. */
type Times = Map<string, number>;

interface TraceLine {
  name: string;
  pid: number;
  ts: number;
}

export interface Measured {
  text: string;
  /** Milliseconds for each frame: the main thread, and the threads that paint. */
  main: number;
  raster: number;
}

export class Frames {
  private lines: TraceLine[] = [];

  private constructor(
    private page: Page,
    private client: CDPSession,
    private renderers: number[],
    private before: Times,
  ) {}

  /** Watches the frames from now on. */
  static async watch(page: Page): Promise<Frames> {
    const client = await page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await client.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    await page.evaluate(() => {
      const mark = document.body.appendChild(document.createElement('div'));
      mark.style.cssText = 'position: fixed; bottom: 0; left: 0; width: 1px; height: 1px; background: gray; will-change: transform';
      const seen: number[] = [];
      Object.assign(window, { seen });
      const tick = (now: number) => {
        seen.push(now);
        mark.style.transform = `translateX(${seen.length % 2}px)`;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    const frames = new Frames(page, client, renderers, times(renderers));
    client.on('Tracing.dataCollected', ({ value }) => frames.lines.push(...(value as unknown as TraceLine[])));
    await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } });
    return frames;
  }

  async end(): Promise<Measured> {
    const after = times(this.renderers);
    const seen = await this.page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    const ended = new Promise((resolve) => this.client.once('Tracing.tracingComplete', resolve));
    await this.client.send('Tracing.end');
    await ended;
    await this.client.detach();

    const used = new Map([...after].map(([thread, time]) => [thread, time - (this.before.get(thread) ?? 0)]));
    // Every open page has a process; this one is the only one that is busy.
    const busiest = this.renderers.map((id) => ({ id, time: used.get(`${id} main`) ?? 0 })).reduce((a, b) => (b.time > a.time ? b : a)).id;
    const shown = this.lines.filter(({ name, pid }) => name === 'DrawFrame' && pid === busiest).map(({ ts }) => ts / 1000).sort((a, b) => a - b);
    const each = (thread: string) => (used.get(`${busiest} ${thread}`) ?? 0) / seen.length;
    const [main, raster] = [each('main'), each('raster')];
    const [rate, lost, longest] = [Math.min(rateOf(shown), rateOf(seen)), Math.max(lostOf(shown), lostOf(seen)), Math.max(longestOf(shown), longestOf(seen))];
    const text =
      `${rate.toFixed(1)} frames/s, ${lost} of ${seen.length} lost, longest ${longest.toFixed(0)} ms; ` +
      `for each frame ${main.toFixed(1)} ms main thread, ${raster.toFixed(1)} ms painting`;
    return { text, main, raster };
  }
}

const spanOf = (times: number[]): number => times.at(-1)! - times[0];
const rateOf = (times: number[]): number => ((times.length - 1) * 1000) / spanOf(times);
const longestOf = (times: number[]): number => Math.max(...times.slice(1).map((time, place) => time - times[place]));
/** Frames missing from 60 a second. */
const lostOf = (times: number[]): number => Math.max(0, Math.round((spanOf(times) * 60) / 1000) - (times.length - 1));

/** The processor times of the threads of these processes: the main thread by itself, and those that paint together. */
function times(processes: number[]): Times {
  const found: Times = new Map();
  for (const id of processes) {
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      const name = readFileSync(`/proc/${id}/task/${thread}/comm`, 'utf8');
      const kind = Number(thread) === id ? 'main' : name.startsWith('ThreadPool') ? 'raster' : null;
      if (!kind) continue;
      const nanoseconds = Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
      found.set(`${id} ${kind}`, (found.get(`${id} ${kind}`) ?? 0) + nanoseconds / 1e6);
    }
  }
  return found;
}
