/** Keyboard shortcuts that work everywhere except in fields where the user types. */

const GOING_MILLIS = 1500;

export function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    && !/^(checkbox|radio|button)$/.test(target.type));
}

/**
 * Starts to listen for shortcuts: `g` and a letter open a page, other keys act at once.
 *
 * @param goes functions that open a page, by letter
 * @param does actions by key; one that returns false has not handled the key
 * @param going called with true when `g` was pressed and a letter is awaited, with false when that ends
 */
export function begin({ goes, does, going }) {
  let awaiting = 0;
  const wait = (isAwaited) => {
    clearTimeout(awaiting);
    awaiting = isAwaited ? setTimeout(() => wait(false), GOING_MILLIS) : 0;
    going(isAwaited);
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 's' && !document.querySelector('dialog[open]') && does.save?.()) return void event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isModal = document.querySelector('dialog[open]');
    if (event.key === 'Escape' && !isModal) return void does.Escape?.(event);
    if (isTyping(event) || isModal) return;
    if (awaiting) {
      wait(false);
      if (goes[event.key]) {
        event.preventDefault();
        goes[event.key]();
      }
      return;
    }
    if (event.key === 'g') return void wait(true);
    const action = does[event.key];
    if (action && action(event) !== false) event.preventDefault();
  });
}
