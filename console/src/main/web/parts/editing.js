import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, highlightActiveLine, drawSelection, placeholder } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting, syntaxTree, HighlightStyle } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { tags } from '@lezer/highlight';
import { brackets } from './brackets.js';

/** The CodeMirror editor, in the colours of the page around it. */

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', minHeight: '96px', maxHeight: 'min(56vh, 620px)' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--info-back) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--chosen) !important' },
  '.cm-foldPlaceholder': { background: 'var(--sunken)', border: '1px solid var(--line)', color: 'var(--soft)' },
  '.cm-tooltip': { background: 'var(--card)', border: '1px solid var(--edge)', color: 'var(--ink)', borderRadius: '7px' },
  '.cm-placeholder': { color: 'var(--soft)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.tagName], color: 'light-dark(#22609f, #86c3f5)' },
  { tag: [tags.string, tags.attributeValue], color: 'light-dark(#1a7140, #88d3a8)' },
  { tag: [tags.number, tags.attributeName], color: 'light-dark(#a84a18, #f0a877)' },
  { tag: [tags.bool, tags.null], color: 'light-dark(#7141c4, #c1a5f7)' },
  { tag: [tags.comment, tags.punctuation, tags.angleBracket], color: 'var(--soft)' },
]);

const parseJson = jsonParseLinter();

/**
 * Replaces selected text here instead of in the browser. Chromium would keep the look of the old text by an inline
 * style, which the content security policy forbids.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || !event.data || view.composing || view.state.readOnly || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export function edit(host, parent) {
  const language = new Compartment();
  const permission = new Compartment();
  const tell = (name) => () => {
    host.dispatchEvent(new CustomEvent(name, { detail: view.state.doc.toString(), bubbles: true, composed: true }));
    return true;
  };
  const view = new EditorView({
    parent,
    root: host.renderRoot,
    state: EditorState.create({
      doc: host.value ?? '',
      extensions: [
        lineNumbers(), foldGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), brackets, highlightActiveLine(), lintGutter(),
        syntaxHighlighting(colours), look, replacing, EditorView.lineWrapping, EditorState.tabSize.of(2), placeholder(host.getAttribute('placeholder') ?? ''),
        permission.of(EditorState.readOnly.of(Boolean(host.isReadOnly))),
        EditorView.contentAttributes.of({ 'aria-label': host.label ?? 'Text' }),
        language.of(speaking(host, host.language)),
        keymap.of([{ key: 'Mod-Enter', run: tell('send') }, { key: 'Mod-s', run: tell('save'), preventDefault: true },
          { key: 'Escape', run: ({ contentDOM }) => { contentDOM.blur(); return true; } },
          ...defaultKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => { if (update.docChanged) tell('change')(); }),
      ],
    }),
  });
  return {
    view,
    speak: (name) => view.dispatch({ effects: language.reconfigure(speaking(host, name)) }),
    permit: (isReadOnly) => view.dispatch({ effects: permission.reconfigure(EditorState.readOnly.of(Boolean(isReadOnly))) }),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  };
}

function speaking(host, name) {
  if (name === 'json') return [json(), linter((view) => wrongJson(host, view), { delay: 250 })];
  return name === 'xml' ? [xml()] : [];
}

function wrongJson(host, view) {
  if (!view.state.doc.length) return [];
  const broken = parseJson(view);
  if (broken.length || !host.check) return broken;
  return host.check(JSON.parse(view.state.doc.toString())).map(({ path, message }) => ({ ...placeOf(view, path), severity: 'error', message }));
}

/** Finds the position of the value at a path of names and indexes. */
function placeOf(view, path) {
  let node = syntaxTree(view.state).topNode.firstChild;
  for (const step of path) {
    const next = node && child(view, node, step);
    if (!next) break;
    node = next;
  }
  return node ? { from: node.from, to: Math.min(node.to, view.state.doc.lineAt(node.from).to) } : { from: 0, to: 0 };
}

function child(view, node, step) {
  if (node.name === 'Object') {
    for (const property of node.getChildren('Property')) {
      const name = property.getChild('PropertyName');
      if (name && JSON.parse(view.state.sliceDoc(name.from, name.to)) === step) return property.lastChild;
    }
    return null;
  }
  if (node.name !== 'Array') return null;
  let index = 0;
  for (let item = node.firstChild; item; item = item.nextSibling) {
    if (/^[[\],]$/.test(item.name)) continue;
    if (index++ === step) return item;
  }
  return null;
}
