// After the mouse was used, the keys work again: a control that was clicked or chosen from loses the
// focus, so that arrows step and Space plays. A control reached by Tab keeps it, and a number keeps the
// keys that type one.

/** Controls that are finished with after a click or a change; nodes of the tree and its density too. */
const DONE = 'select, button, summary, input[type="checkbox"], input[type="radio"], input[type="range"], input[type="number"], [data-node], canvas';

/** Keys that move the focus, end a choice, or only change what another key means. */
const OTHERS = ['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta'];

/** Keys that belong to a number while it is typed. */
const TYPING = /^([-\d]|Backspace|Delete|Insert|ArrowUp|ArrowDown|PageUp|PageDown|Enter)$/;
const NUMBER = 'input[type="number"]';

type Control = HTMLElement | SVGElement;

/** Listens on a document; returns a function that stops listening. */
export function releaseFocus(page: Document): () => void {
  /** The control the pointer went down on last, as long as no key has moved the focus since. */
  let pressed: Control | null = null;
  /** The last key since then, and whether a number was changed. */
  let keyed = '';
  let typed = false;
  const release = () => {
    if (pressed && page.activeElement === pressed) pressed.blur();
  };
  const down = (event: Event) => {
    pressed = (event.target as Element).closest<Control>(DONE) ?? labelled(event.target as Element);
    [keyed, typed] = ['', false];
  };
  const input = () => (typed = true);
  /** A key that the control does not get. */
  const handOver = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    release();
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    page.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true }));
  };
  const key = (event: KeyboardEvent) => {
    keyed = event.key;
    if (event.key === 'Tab') pressed = null;
    else if (event.key === 'Escape' && pressed?.matches('input')) release();
    else if (OTHERS.includes(event.key) || page.activeElement !== pressed) return;
    // A select that was opened and not changed: no key may change it now.
    else if (pressed?.matches('select') && !isOpen(pressed)) handOver(event);
    // A number that was typed is in effect, unless it is out of range.
    else if (pressed?.matches(NUMBER) && typed && isDone(event, pressed)) handOver(event);
  };
  const click = (event: MouseEvent) => {
    // A click without a pointer comes from a key; a select and a number are finished with when they change.
    if (event.detail > 0 && !pressed?.matches(`select, ${NUMBER}`)) release();
  };
  const change = () => {
    // A number that is typed, or moved by arrows, is finished with Enter.
    if (!pressed?.matches(NUMBER) || !keyed || keyed === 'Enter') release();
  };
  page.addEventListener('pointerdown', down, true);
  page.addEventListener('keydown', key, true);
  page.addEventListener('input', input);
  page.addEventListener('click', click);
  page.addEventListener('change', change);
  return () => {
    page.removeEventListener('pointerdown', down, true);
    page.removeEventListener('keydown', key, true);
    page.removeEventListener('input', input);
    page.removeEventListener('click', click);
    page.removeEventListener('change', change);
  };
}

/** Whether a key shows that a number is finished. */
const isDone = (event: KeyboardEvent, number: Element): boolean =>
  !TYPING.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && number.getAttribute('aria-invalid') !== 'true';

/** Whether the list of a select is open; browsers that cannot say keep the keys of an open list to themselves. */
function isOpen(select: Element): boolean {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
}

/** The control of the label that was pressed. */
function labelled(target: Element): Control | null {
  const control = target.closest('label')?.control;
  return control?.matches(DONE) ? (control as HTMLElement) : null;
}
