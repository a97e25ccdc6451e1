/** What has happened, told at the edge of the page and to screen readers. */

const listeners = new Set();

/** @param action what a button beside it does, { label, run } */
export function say(text, { bad = false, action } = {}) {
  for (const listener of listeners) listener({ text, bad, action });
}

export const complain = (e) => {
  if (e.name !== 'AbortError') say(e.message, { bad: true });
};

export function onSaid(listener) {
  listeners.add(listener);
}
