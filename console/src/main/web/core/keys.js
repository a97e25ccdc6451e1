/** Keys that work everywhere but where somebody types. */

const GOING_MILLIS = 1500;

export function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    && !/^(checkbox|radio|button)$/.test(target.type));
}

/**
 * @param goes pages by their letters
 * @param does what the single keys do, by key
 * @param going told whether a letter is awaited
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
