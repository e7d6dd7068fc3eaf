import { describe, expect, it, vi } from 'vitest';
import { Api, ApiError, lines } from '../src/lib/api';

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

describe('the client', () => {
  it('reports errors of the server', async () => {
    const api = new Api({ lost() {}, back: async () => {} }, async () =>
      answer(422, { error: { code: 'unsupported', message: 'the torus', hint: 'backtracking can' } }),
    );
    const refused = await api.json('/x').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 422, code: 'unsupported', message: 'the torus', hint: 'backtracking can' });
  });

  it('reads an answer that is not JSON as an error', async () => {
    const api = new Api({ lost() {}, back: async () => {} }, async () => new Response('<html>', { status: 502 }));
    await expect(api.json('/x')).rejects.toMatchObject({ status: 502, code: 'unreadable' });
  });

  it('waits while the server is gone and asks again', async () => {
    let calls = 0;
    const lost = vi.fn();
    const back = vi.fn(async () => {});
    const api = new Api({ lost, back }, async () => {
      calls += 1;
      if (calls < 3) throw new TypeError('failed to fetch');
      return answer(200, { step: 7 });
    });
    expect(await api.find('t', 1, 'solution', 'next')).toBe(7);
    expect(lost).toHaveBeenCalledTimes(2);
    expect(back).toHaveBeenCalledTimes(2);
  });

  it('does not repeat calls that must not be repeated', async () => {
    const api = new Api({ lost() {}, back: async () => {} }, async () => {
      throw new TypeError('failed to fetch');
    });
    await expect(api.call('/jobs', { body: {}, again: false })).rejects.toMatchObject({ code: 'gone' });
  });

  it('tries again a little later when the server is busy', async () => {
    let calls = 0;
    const api = new Api({ lost() {}, back: async () => {} }, async () => {
      calls += 1;
      return calls === 1 ? answer(503, { error: { code: 'busy', message: 'busy' } }) : answer(200, { ok: true });
    });
    expect(await api.json('/x')).toEqual({ ok: true });
  });

  it('gives settings of both kinds the same form', async () => {
    const card = { id: 'x', settings: [
      { name: 'rows', about: 'a', kind: 'word', values: ['strict', 'skip'] },
      { name: 'seed', about: 'b', kind: 'number', default: '1', least: 0, most: '18446744073709551615' },
    ] };
    const api = new Api({ lost() {}, back: async () => {} }, async () => answer(200, { algorithms: [card] }));
    const [{ settings }] = await api.algorithms();
    expect(settings[0]).toMatchObject({ kind: 'word', values: ['strict', 'skip'] });
    expect(settings[1]).toMatchObject({ kind: 'number', default: '1', most: '18446744073709551615' });
  });
});

describe('lines of a streamed answer', () => {
  it('are read across the edges of chunks', async () => {
    const chunks = ['{"a":1}\n{"a"', ':2}\n\n{"a":3', '}'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    const found: unknown[] = [];
    for await (const value of lines(new Response(body))) found.push(value);
    expect(found).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });
});
