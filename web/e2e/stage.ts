// A server for one file of tests, and pages of the browser that open it.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { borrow, giveBack, type Borrower } from './browser';

export const PROGRAM = process.env.BEZZEL ?? '../target/debug/bezzel';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/**
 * The stage of a file of tests: shared by all of them, cleared after each, which must leave no error. Tests that
 * share a page have it cleared after the last.
 */
export function staged({ sharePage = false } = {}): Stage {
  const stage = new Stage();
  beforeAll(() => stage.open());
  afterAll(async () => {
    await stage.clear();
    await stage.close();
  });
  afterEach(async () => {
    if (!sharePage) await stage.clear();
    expect(stage.errors).toEqual([]);
  });
  return stage;
}

export class Stage implements Borrower {
  readonly errors: string[] = [];
  private data = mkdtempSync(join(tmpdir(), 'bezzel-e2e-'));
  private child: ChildProcess | null = null;
  private port = 0;
  private opened = 0;

  async open(): Promise<void> {
    this.port = await freePort();
    await this.startServer();
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

  /**
   * A page at an address, every second one dark; its errors are kept in `errors`. A test whose traces
   * cannot be cleared, such as scripts for later documents, needs a fresh one.
   */
  async page(hash: string, options: BrowserContextOptions = {}, fresh = false): Promise<Page> {
    this.opened += 1;
    const colorScheme = this.opened % 2 ? 'light' : 'dark';
    const page = await borrow(this, { viewport: { width: 1280, height: 900 }, colorScheme, ...options }, fresh);
    await page.goto(`${this.url}/${hash}`);
    return page;
  }

  error(text: string): void {
    this.errors.push(text);
  }

  requested(address: URL): void {
    if (!['data:', 'blob:'].includes(address.protocol) && address.origin !== this.url) this.error(`asked ${address}`);
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

  /** Gives every page back. */
  clear(): Promise<void> {
    return giveBack(this);
  }

  async close(): Promise<void> {
    await this.killServer();
    rmSync(this.data, { recursive: true, force: true });
  }
}
