/** Short messages at the edge of the page, which screen readers announce too. */

const listeners = new Set();

/** @param action a button beside the text: { label, run } */
export function say(text, { bad = false, action } = {}) {
  for (const listener of listeners) listener({ text, bad, action });
}

export const complain = (e) => {
  if (e.name !== 'AbortError') say(e.message, { bad: true });
};

export function onSaid(listener) {
  listeners.add(listener);
}
