// Lessons in a real browser: questions at decision points, wrong answers explained, progress, composed links.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { squareOf } from '../src/lib/frame';
import { readLearn, toRequest } from '../src/lib/learn';
import { LESSONS } from '../src/lib/lessons';
import type { TraceEvent, TracePage, TraceSummary } from '../src/lib/documents';
import { staged } from './stage';

const stage = staged();
let page: Page;

const question = () => page.getByRole('region', { name: 'Question' });

/** The first steps of a lesson's run, from the server. */
async function eventsOf(place: string, count: number): Promise<TraceEvent[]> {
  const body = JSON.stringify(toRequest(readLearn(new URLSearchParams(place))));
  const traces = `${stage.url}/api/v1/traces`;
  const { id } = (await (await fetch(traces, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).json()) as TraceSummary;
  return ((await (await fetch(`${traces}/${id}/events?from=1&count=${count}`)).json()) as TracePage).events;
}

async function point(row: number, column: number) {
  const board = page.getByRole('application');
  const box = (await board.boundingBox())!;
  const [left, top, width] = (await board.getAttribute('viewBox'))!.split(' ').map(Number);
  const scale = box.width / width;
  await page.mouse.click(box.x + (column + 0.5 - left) * scale, box.y + (row + 0.5 - top) * scale);
}

describe('lessons', () => {
  it('ask at decision points, explain wrong answers and keep the progress', async () => {
    page = await stage.page('#lessons?lesson=backtracking');
    await page.getByRole('heading', { name: 'Backtracking', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await question().getByText('Which square is tried next?').waitFor();
    await point(3, 3);
    await question().getByText(/✗ No: it is row 1, column 0/).waitFor();
    await point(1, 0);
    await question().getByText(/✓ Right\. The next row begins/).waitFor();
    for (const [step, row, column] of [[3, 1, 2], [9, 1, 2], [10, 1, 3]]) {
      while ((await page.locator('.says .number').innerText()) !== `step ${step}`) await page.keyboard.press('ArrowRight');
      await question().getByText('Click the square').waitFor();
      await point(row, column);
    }
    await question().getByText('All questions are answered.').waitFor();
    await page.getByRole('navigation', { name: 'Lessons' }).getByRole('img', { name: 'done' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Lessons' }).getByRole('img', { name: 'done' }).waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Answers as CSV' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('utf8')).toMatch(/backtracking,1,[^\n]*Which square is tried next\?","3,3",no,/);
  });

  it('are eight, each asking also in the middle of its run, and every question has its answer', async () => {
    page = await stage.page('#lessons');
    for (const lesson of LESSONS) {
      await page.getByRole('heading', { name: lesson.title, exact: true }).waitFor();
      expect(lesson.questions.some(({ at }) => at > 0), lesson.id).toBe(true);
      // What the lesson says to watch is beside its board.
      if (lesson.id === 'local-search') await page.getByRole('heading', { name: 'Collisions' }).waitFor();
      if (lesson.id === 'counting') await page.getByRole('heading', { name: /masks/i }).waitFor();
      const events = await eventsOf(lesson.stage, Math.max(...lesson.questions.map(({ at }) => at)) + 1);
      for (const asked of lesson.questions) {
        const next = question().getByRole('button', { name: 'To the next question' });
        const isAsked = async () => {
          // The button goes when the question comes by itself: a click that no longer finds it is none.
          if (await next.count()) await next.click({ timeout: 1000 }).catch(() => undefined);
          return question().getByText(asked.ask).isVisible();
        };
        await expect.poll(isAsked).toBe(true);
        if (asked.answers) await question().getByRole('button', { name: asked.answers[asked.right!], exact: true }).click();
        else await point(...squareOf(events[asked.at])!);
        await question().getByText('✓ Right.').waitFor();
      }
      await question().getByText('All questions are answered.').waitFor();
      if (lesson !== LESSONS.at(-1)) await page.getByRole('button', { name: 'Next lesson' }).click();
    }
    await expect.poll(() => page.getByRole('navigation', { name: 'Lessons' }).getByRole('img', { name: 'done' }).count()).toBe(8);
  });

  it('are composed as links from Learn', async () => {
    page = await stage.page('#learn?size=5&at=3', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.says .number').getByText('step 3', { exact: true }).waitFor();
    await stage.drawer(page, 'Files');
    expect(await page.getByRole('button', { name: 'Copy lesson link' }).isDisabled()).toBe(true);
    await page.getByLabel('Title').fill('Five queens');
    await page.getByLabel('Question about the next step').fill('Where now?');
    await page.getByRole('button', { name: 'Ask at step 3' }).click();
    await page.locator('.strip').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Question about the next step').fill('And here?');
    await page.getByRole('button', { name: 'Ask at step 5' }).click();
    await page.getByText('step 5: And here?').waitFor();
    await page.getByRole('button', { name: 'Remove the question at step 3' }).click();
    await page.getByText('step 3: Where now?').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('step 3: Where now?').waitFor();
    await page.keyboard.press('Control+y');
    await page.getByText('step 3: Where now?').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('step 3: Where now?').waitFor();
    await page.getByRole('button', { name: 'Copy lesson link' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const run = await eventsOf('size=5', 6);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Five queens' }).waitFor();
    await question().getByText('Where now?').waitFor();
    await point(...squareOf(run[3])!);
    await question().getByText('✓ Right.').waitFor();
    await question().getByRole('button', { name: 'To the next question' }).click();
    await question().getByText('And here?').waitFor();
    await point(...squareOf(run[5])!);
    await question().getByText('All questions are answered.').waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Answers as CSV' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer);
    const table = Buffer.concat(chunks).toString('utf8');
    expect(table).toMatch(/Five queens[^\n]*,1,Where now\?,/);
    expect(table).toMatch(/Five queens[^\n]*,2,And here\?,/);
    // A second link asks its own question, whatever was answered before.
    await page.goto(link.replace('ask.1=3', 'ask.1=1'));
    await page.reload();
    await question().getByText('Where now?').waitFor();
  });

  it('cannot be composed where chance decides', async () => {
    page = await stage.page('#learn?size=8&algorithm=min-conflicts');
    await stage.drawer(page, 'Files');
    await page.getByText('Chance decides the next square').waitFor();
    expect(await page.getByRole('button', { name: 'Copy lesson link' }).isDisabled()).toBe(true);
  });
});
