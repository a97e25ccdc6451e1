/** Edits the text of a JSON object: one member changes, and all others keep every digit and space. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Returns the members of a JSON object's text as { name, at, from, to }: `at` is the start of the name, `from` to `to`
 * the value.
 */
export function membersOf(text) {
  const found = [];
  let one;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === ',' || token === '}')) {
      if (one) found.push(one);
      one = undefined;
    } else if (depth === 1 && !one) one = { name: JSON.parse(token), at: index };
    else if (depth > 1 || (depth === 1 && token !== ':')) {
      one.from ??= index;
      one.to = index + token.length;
    }
    depth += /^[{[]$/.test(token) ? 1 : /^[}\]]$/.test(token) ? -1 : 0;
  }
  return found;
}

/** Returns the text with a member set to `value`, which is JSON text, or without the member if `value` is undefined. */
export function withMember(text, name, value) {
  const all = membersOf(text);
  const i = all.findLastIndex((one) => one.name === name);
  if (i < 0) return value === undefined ? text : withOneMore(text, all, `${JSON.stringify(name)}: ${value}`);
  const one = all[i];
  if (value !== undefined) return text.slice(0, one.from) + value + text.slice(one.to);
  if (all[i + 1]) return text.slice(0, one.at) + text.slice(all[i + 1].at);
  return text.slice(0, all[i - 1]?.to ?? one.at) + text.slice(one.to);
}

function withOneMore(text, all, member) {
  if (!all.length) return `{\n  ${member}\n}`;
  const end = all.at(-1).to;
  return `${text.slice(0, end)},\n  ${member}${text.slice(end)}`;
}
