// The client of the server's API: typed answers, errors that say what would be right, and calls that wait while the server is gone.

import type { Span } from './density';
import type {
  AlgorithmsAnswer,
  Branches,
  Bucket,
  CardSetting,
  FoundStep,
  Overview,
  TracePage,
  TraceRequest,
  TraceSummary,
  TreeDensity,
  TreeView,
} from './documents';
import type { Algorithm, FindKind, PlacedNode, Setting } from './types';

/** An error from the server, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** What the page knows about the server's connection. */
export interface Link {
  /** A call failed because there was no answer. */
  lost(): void;
  /** Resolves when the server answers again. */
  back(signal?: AbortSignal): Promise<void>;
}

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export interface CallOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** Whether to call again when the server is back; off for calls that must not be repeated. */
  again?: boolean;
}

const BUSY = 503;

export class Api {
  constructor(
    private link: Link,
    private doFetch: Fetch = (path, init) => fetch(path, init),
    private base = '/api/v1',
  ) {}

  /** The answer; waits while the server is gone or busy. */
  async call(path: string, options: CallOptions = {}): Promise<Response> {
    const { method = options.body === undefined ? 'GET' : 'POST', body, signal, again = true } = options;
    const init: RequestInit = { method, signal };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { 'content-type': 'application/json' };
    }
    for (let round = 0; ; round += 1) {
      let response: Response;
      try {
        response = await this.doFetch(this.base + path, init);
      } catch (error) {
        if (signal?.aborted) throw error;
        this.link.lost();
        if (!again) throw new ApiError(0, 'gone', 'the server does not answer', 'try again when it is back');
        await this.link.back(signal);
        continue;
      }
      if (response.ok) return response;
      const refused = await refusal(response);
      if (response.status === BUSY && round < 5) {
        await pause(200 * 2 ** round, signal);
        continue;
      }
      throw refused;
    }
  }

  async json<T>(path: string, options: CallOptions = {}): Promise<T> {
    return (await (await this.call(path, options)).json()) as T;
  }

  async algorithms(): Promise<Algorithm[]> {
    const { algorithms } = await this.json<AlgorithmsAnswer>('/algorithms');
    return algorithms.map((card) => ({ ...card, settings: card.settings.map(setting) }));
  }

  trace(request: TraceRequest, signal?: AbortSignal): Promise<TraceSummary> {
    return this.json('/traces', { body: request, signal });
  }

  events(id: string, from: number, count: number, signal?: AbortSignal): Promise<TracePage> {
    return this.json(`/traces/${id}/events?from=${from}&count=${count}`, { signal });
  }

  async find(id: string, from: number, kind: FindKind, direction: 'next' | 'previous'): Promise<number | null> {
    const path = `/traces/${id}/find?from=${from}&kind=${kind}&direction=${direction}`;
    return (await this.json<FoundStep>(path)).step ?? null;
  }

  async overview(id: string, buckets: number, signal?: AbortSignal): Promise<Bucket[]> {
    return (await this.json<Overview>(`/traces/${id}/overview?buckets=${buckets}`, { signal })).buckets;
  }

  tree(id: string, at: number, depth: number, limit: number, refused: boolean): Promise<TreeView> {
    return this.json(`/traces/${id}/tree?at=${at}&depth=${depth}&limit=${limit}&refused=${refused}`);
  }

  async branches(id: string, at: number, below: number, refused: boolean): Promise<PlacedNode[]> {
    const path = `/traces/${id}/branches?at=${at}&below=${below}&refused=${refused}`;
    const { nodes } = await this.json<Branches>(path);
    return nodes.map(({ node, place, of }) => ({ ...node, place, of }));
  }

  density(id: string, { from, to }: Span, width: number): Promise<TreeDensity> {
    return this.json(`/traces/${id}/density?from=${from}&to=${to}&width=${width}`);
  }

  /** Address of a download. */
  href(path: string): string {
    return this.base + path;
  }
}

/** Settings as the page uses them; numbers are sent as text because they may exceed 2^53. */
function setting({ name, about, values, ...card }: CardSetting): Setting {
  if (values) return { name, about, kind: 'word', values };
  return { name, about, kind: 'number', default: card.default, least: card.least ?? '0', most: card.most ?? '18446744073709551615' };
}

async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; hint?: string } };
    return new ApiError(response.status, error.code, error.message, error.hint ?? '');
  } catch {
    return new ApiError(response.status, 'unreadable', text.slice(0, 300) || `answer ${response.status}`, '');
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The lines of a streamed answer, each read as JSON. */
export async function* lines<T>(response: Response): AsyncGenerator<T> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += value;
      const parts = rest.split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) if (part.trim()) yield JSON.parse(part) as T;
    }
    if (rest.trim()) yield JSON.parse(rest) as T;
  } finally {
    // The server stops computing when the connection is closed.
    void reader.cancel().catch(() => {});
  }
}
