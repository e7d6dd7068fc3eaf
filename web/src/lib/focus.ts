// After the mouse was used, the keys work again: a control that was clicked or chosen from loses the
// focus, so that arrows step and Space plays. A control reached by Tab keeps it.

/** Controls that are finished with after a click or a change; nodes of the tree and its density too. */
const DONE = 'select, button, summary, input[type="checkbox"], input[type="radio"], input[type="range"], input[type="number"], [data-node], canvas';

/** Keys that move the focus, end a choice, or only change what another key means. */
const OTHERS = ['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta'];

type Control = HTMLElement | SVGElement;

/** Listens on a document; returns a function that stops listening. */
export function releaseFocus(page: Document): () => void {
  /** The control the pointer went down on last, as long as no key has moved the focus since. */
  let pressed: Control | null = null;
  /** The last key since then. */
  let keyed = '';
  const release = () => {
    if (pressed && page.activeElement === pressed) pressed.blur();
  };
  const down = (event: Event) => {
    pressed = (event.target as Element).closest<Control>(DONE) ?? labelled(event.target as Element);
    keyed = '';
  };
  const key = (event: KeyboardEvent) => {
    keyed = event.key;
    if (event.key === 'Tab') pressed = null;
    else if (event.key === 'Escape' && pressed?.matches('input')) release();
    // A select that was opened and not changed: no key may change it now.
    else if (!OTHERS.includes(event.key) && pressed?.matches('select') && page.activeElement === pressed && !isOpen(pressed)) {
      event.preventDefault();
      event.stopPropagation();
      release();
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      page.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true }));
    }
  };
  const click = (event: MouseEvent) => {
    // A click without a pointer comes from a key; a select and a number are finished with when they change.
    if (event.detail > 0 && !pressed?.matches('select, input[type="number"]')) release();
  };
  const change = () => {
    // A number that is typed, or moved by arrows, is finished with Enter.
    if (!pressed?.matches('input[type="number"]') || !keyed || keyed === 'Enter') release();
  };
  page.addEventListener('pointerdown', down, true);
  page.addEventListener('keydown', key, true);
  page.addEventListener('click', click);
  page.addEventListener('change', change);
  return () => {
    page.removeEventListener('pointerdown', down, true);
    page.removeEventListener('keydown', key, true);
    page.removeEventListener('click', click);
    page.removeEventListener('change', change);
  };
}

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
