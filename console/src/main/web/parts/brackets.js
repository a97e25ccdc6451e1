import { Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const PAIRS = { '{': '}', '[': ']', '"': '"' };
const CLOSING = new Set(Object.values(PAIRS));

const beside = (state, at) => [state.sliceDoc(at - 1, at), state.sliceDoc(at, at + 1)];

/**
 * Inserts the closing bracket or quote with the opening one, types over one that is already there, and deletes an empty
 * pair with one Backspace.
 */
export const brackets = [
  EditorView.inputHandler.of((view, from, to, text) => {
    if (view.composing || view.state.readOnly || from !== to || !(text in PAIRS || CLOSING.has(text))) return false;
    const [before, after] = beside(view.state, from);
    if (CLOSING.has(text) && after === text && before !== '\\') {
      view.dispatch({ selection: { anchor: from + 1 }, userEvent: 'input.type' });
      return true;
    }
    const isFree = !/\w/.test(after) && after !== '"' && !(text === '"' && /[\w\\"]/.test(before));
    if (!(text in PAIRS) || !isFree) return false;
    view.dispatch({ changes: { from, insert: text + PAIRS[text] }, selection: { anchor: from + 1 }, userEvent: 'input.type' });
    return true;
  }),
  Prec.high(keymap.of([{
    key: 'Backspace',
    run({ state, dispatch }) {
      const { main } = state.selection;
      const [before, after] = beside(state, main.head);
      if (!main.empty || state.readOnly || !before || PAIRS[before] !== after) return false;
      dispatch(state.update({ changes: { from: main.head - 1, to: main.head + 1 }, userEvent: 'delete.backward' }));
      return true;
    },
  }])),
];
