// A server and a browser for one file of tests.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

export const PROGRAM = process.env.BEZZEL ?? '../target/debug/bezzel';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** The stage of a file of tests: shared by all of them, cleared after each, which must leave no error. */
export function staged(): Stage {
  const stage = new Stage();
  beforeAll(() => stage.open());
  afterAll(() => stage.close());
  afterEach(async () => {
    await stage.clear();
    expect(stage.errors).toEqual([]);
  });
  return stage;
}

export class Stage {
  readonly errors: string[] = [];
  private data = mkdtempSync(join(tmpdir(), 'bezzel-e2e-'));
  private child: ChildProcess | null = null;
  private browser!: Browser;
  private port = 0;
  private opened = 0;

  async open(): Promise<void> {
    this.port = await freePort();
    await this.startServer();
    this.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the server on the same port and data as before, and waits until it answers. */
  async startServer(): Promise<void> {
    const child = spawn(PROGRAM, ['serve', '--port', String(this.port), '--data', this.data], { stdio: 'ignore' });
    this.child = child;
    for (let tries = 0; tries < 1200; tries += 1) {
      if (child.exitCode !== null) throw new Error(`${PROGRAM} serve ended with ${child.exitCode}`);
      const answer = await fetch(`${this.url}/api/v1/health`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the server does not answer');
  }

  /** Kills the server without warning. */
  async killServer(): Promise<void> {
    const child = this.child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    this.child = null;
  }

  /** A page at an address, every second one dark; its errors are kept in `errors`. */
  async page(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
    this.opened += 1;
    const colorScheme = this.opened % 2 ? 'light' : 'dark';
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => this.errors.push(error.message));
    // The browser also logs errors of the server, which the page shows.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) this.errors.push(message.text());
    });
    page.on('request', (request) => {
      const address = new URL(request.url());
      if (!['data:', 'blob:'].includes(address.protocol) && address.origin !== this.url) this.errors.push(`asked ${request.url()}`);
    });
    await page.goto(`${this.url}/${hash}`);
    return page;
  }

  /** The file that a click on a download gives, of the first group that has it or of a named one. */
  async downloaded(page: Page, name: string, of = ''): Promise<Buffer> {
    // Chromium drops a page's downloads after ten within a second, more than a user can click.
    await page.waitForTimeout(150);
    const waiting = page.waitForEvent('download');
    await page.getByRole('group', { name: new RegExp(`^Download ${of}`) }).getByRole('button', { name, exact: true }).first().click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Waits until nothing is loading any more. */
  async settle(page: Page): Promise<void> {
    await page.locator('main > *').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('[aria-busy="true"], .waiting, [role="status"] > .line').count()).toBe(0);
  }

  /** Opens a drawer of Learn. */
  async drawer(page: Page, name: 'Settings' | 'Files'): Promise<void> {
    const button = page.getByRole('button', { name, exact: true });
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    await page.getByRole('complementary', { name, exact: true }).waitFor();
  }

  /** Closes every page that is still open. */
  async clear(): Promise<void> {
    for (const context of this.browser?.contexts() ?? []) await context.close();
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.killServer();
    rmSync(this.data, { recursive: true, force: true });
  }
}
