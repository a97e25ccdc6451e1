import { html, render, nothing } from 'lit';

/** Shows a dialog and gives back what it was closed with; undefined where it was given up. */
export function ask(template, { wide = false } = {}) {
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
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    draw();
    const heading = dialog.querySelector('h2');
    if (heading) {
      heading.id = 'dialog-title';
      dialog.setAttribute('aria-labelledby', heading.id);
    }
    dialog.showModal();
  });
}

/** Asks before something is done; with `name`, that has to be typed first. */
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
