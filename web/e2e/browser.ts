// The browser of the tests, one for each worker, and its pages. A page that is used again costs half the
// processor time of a new one, so they are lent out: cleared after each test, as good as new for the next.

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** What a page may report to the test that has it. */
export interface Borrower {
  error(text: string): void;
  requested(address: URL): void;
}

interface Lent {
  /** What cannot be changed in an open page. */
  kind: string;
  context: BrowserContext;
  page: Page;
  borrower: Borrower | null;
}

const FRESH = 'fresh';
let browser: Promise<Browser> | undefined;
/** Pages that are lent out or waiting for the next test. */
const pages: Lent[] = [];

function launched(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  return browser;
}

/** A page with these options; with `fresh`, one that nobody had before and that is closed afterwards. */
export async function borrow(borrower: Borrower, { viewport, colorScheme, reducedMotion, permissions = [], ...fixed }: BrowserContextOptions, fresh: boolean): Promise<Page> {
  const kind = fresh ? FRESH : JSON.stringify(fixed);
  const waiting = pages.find((one) => !one.borrower && one.kind === kind);
  const lent = waiting ?? (await open(kind, fixed));
  lent.borrower = borrower;
  await lent.page.setViewportSize(viewport!);
  await lent.page.emulateMedia({ colorScheme, reducedMotion: reducedMotion ?? null });
  if (permissions.length) await lent.context.grantPermissions(permissions);
  return lent.page;
}

async function open(kind: string, fixed: BrowserContextOptions): Promise<Lent> {
  const context = await (await launched()).newContext(fixed);
  const page = await context.newPage();
  const lent: Lent = { kind, context, page, borrower: null };
  page.setDefaultTimeout(150_000);
  page.on('pageerror', (error) => lent.borrower?.error(error.message));
  // The browser also logs errors of the server, which the page shows.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) lent.borrower?.error(message.text());
  });
  page.on('request', (request) => lent.borrower?.requested(new URL(request.url())));
  context.on('close', () => pages.splice(pages.indexOf(lent), 1));
  pages.push(lent);
  return lent;
}

/** Takes the pages back: nothing of the test is left in them. */
export async function giveBack(borrower: Borrower): Promise<void> {
  for (const lent of pages.filter((one) => one.borrower === borrower)) {
    lent.borrower = null;
    if (lent.kind === FRESH || !(await cleared(lent))) await lent.context.close();
  }
}

/** Whether all of the test was removed; a page that the test has closed or broken is not used again. */
async function cleared({ context, page }: Lent): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.unrouteAll();
    await page.mouse.up();
    await page.goto('about:blank');
    await page.mouse.move(0, 0);
    await context.clearPermissions();
    return true;
  } catch {
    return false;
  }
}
