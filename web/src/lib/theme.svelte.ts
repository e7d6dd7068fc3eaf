// Light, dark, or the system's setting. It is a preference of the reader, so it is not part of the address.

type Shade = 'auto' | 'light' | 'dark';
const ORDER: Shade[] = ['auto', 'light', 'dark'];

/** What was chosen before; browsers refuse that in a frame of another site. */
function readKept(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

class Theme {
  choice = $state<Shade>('auto');
  /** What is painted. */
  dark = $state(false);

  start(): void {
    const kept = readKept();
    this.choice = ORDER.find((word) => word === kept) ?? 'auto';
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', () => this.paint(system.matches));
    this.paint(system.matches);
  }

  turn(): void {
    this.choice = ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length];
    localStorage.setItem('theme', this.choice);
    this.paint(matchMedia('(prefers-color-scheme: dark)').matches);
  }

  private paint(systemDark: boolean): void {
    this.dark = this.choice === 'dark' || (this.choice === 'auto' && systemDark);
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }
}

export const theme = new Theme();
