import { html, render, nothing } from 'lit';

const LEAVING = { title: 'Leave what you have typed?', words: 'It is not saved.', action: 'Leave it', danger: true };

/**
 * Shows a dialog and resolves to the value that it was closed with, or to undefined if it was cancelled. With `keeps`,
 * Esc or a click outside asks before typed text is lost.
 */
export function ask(template, { wide = false, keeps = false } = {}) {
  const dialog = document.createElement('dialog');
  if (wide) dialog.className = 'wide';
  const before = document.activeElement;
  document.body.append(dialog);
  return new Promise((done) => {
    let value;
    const close = (result) => {
      value = result;
      dialog.close();
    };
    const draw = () => render(template({ close, draw, dialog }), dialog);
    dialog.addEventListener('close', () => {
      dialog.remove();
      before?.focus?.();
      done(value);
    });
    let isPressedBeside = false;
    let isTyped = false;
    const giveUp = async () => {
      if (!(keeps && isTyped) || (await confirm(LEAVING))) dialog.close();
    };
    dialog.addEventListener('input', () => { isTyped = true; });
    dialog.addEventListener('pointerdown', (event) => { isPressedBeside = isBeside(dialog, event); });
    dialog.addEventListener('click', (event) => {
      if (isPressedBeside && isBeside(dialog, event)) giveUp();
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      giveUp();
    });
    draw();
    const heading = dialog.querySelector('h2');
    if (heading) {
      heading.id = `dialog-title-${document.querySelectorAll('dialog').length}`;
      dialog.setAttribute('aria-labelledby', heading.id);
    }
    dialog.showModal();
  });
}

/**
 * Checks whether the pointer is outside the dialog. A selection in a field may end there, so a click counts only if it
 * also started there.
 */
function isBeside(dialog, { target, clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** Asks the user to confirm an action. With `name`, the user has to type that name first. */
export async function confirm({ title, words, action, name, danger = false }) {
  let typed = '';
  const answer = await ask(({ close, draw }) => html`<form @submit=${(event) => {
    event.preventDefault();
    if (!name || typed === name) close(true);
  }}><h2>${title}</h2><div>${words}</div>
    ${name ? html`<label>Type <code>${name}</code> to go on<input class="field" autofocus autocomplete="off" spellcheck="false"
      @input=${(event) => { typed = event.target.value; draw(); }}></label>` : nothing}
    <div class="actions"><button type="button" class="button" @click=${() => close()}>Cancel</button>
    <button class="button primary ${danger ? 'danger' : ''}" ?disabled=${Boolean(name) && typed !== name} ?autofocus=${!name}>${action}</button></div></form>`);
  return answer === true;
}
