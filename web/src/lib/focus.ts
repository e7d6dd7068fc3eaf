// After the mouse was used, the keys work again: a control that was clicked or chosen from loses the
// focus, so that arrows step and Space plays. A control reached by Tab keeps it.

/** Controls that are finished with after a click or a change. */
const DONE = 'select, button, summary, input[type="checkbox"], input[type="radio"], input[type="range"]';

/** Arrows that change a select which the mouse left in focus. */
const ARROWS = ['ArrowLeft', 'ArrowRight'];

/** Listens on a document; returns a function that stops listening. */
export function releaseFocus(page: Document): () => void {
  /** The control the pointer went down on last, as long as no key has moved the focus since. */
  let pressed: HTMLElement | null = null;
  const release = () => {
    if (pressed && page.activeElement === pressed) pressed.blur();
  };
  const down = (event: Event) => {
    pressed = (event.target as Element).closest<HTMLElement>(DONE) ?? labelled(event.target as Element);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Tab') pressed = null;
    // A select that was opened and not changed.
    else if (ARROWS.includes(event.key) && pressed?.matches('select') && page.activeElement === pressed) {
      event.preventDefault();
      event.stopPropagation();
      release();
      const { key, shiftKey } = event;
      page.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
    }
  };
  const click = (event: MouseEvent) => {
    // A click without a pointer comes from a key; a select is finished with when it changes.
    if (event.detail > 0 && !pressed?.matches('select')) release();
  };
  page.addEventListener('pointerdown', down, true);
  page.addEventListener('keydown', key, true);
  page.addEventListener('click', click);
  page.addEventListener('change', release);
  return () => {
    page.removeEventListener('pointerdown', down, true);
    page.removeEventListener('keydown', key, true);
    page.removeEventListener('click', click);
    page.removeEventListener('change', release);
  };
}

/** The control of the label that was pressed. */
function labelled(target: Element): HTMLElement | null {
  const control = target.closest('label')?.control;
  return control?.matches(DONE) ? (control as HTMLElement) : null;
}
