import { html } from 'lit';

const MOST_LINES = 2000;

/** Compares two texts by lines, by their longest common subsequence. Returns one row for each line. */
export function compare(before, after) {
  const a = before.split('\n').slice(0, MOST_LINES);
  const b = after.split('\n').slice(0, MOST_LINES);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  const rows = a.slice(0, start).map((text, i) => ({ before: text, after: text, a: i + 1, b: i + 1 }));
  rows.push(...middle(a, b, start, endA, endB));
  for (let i = endA; i < a.length; i++) rows.push({ before: a[i], after: a[i], a: i + 1, b: endB + (i - endA) + 1 });
  return rows;
}

function middle(a, b, start, endA, endB) {
  const n = endA - start;
  const m = endB - start;
  const lengths = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      lengths[i][j] = a[start + i] === b[start + j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const rows = [];
  let i = 0;
  let j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && a[start + i] === b[start + j]) {
      rows.push({ before: a[start + i], after: b[start + j], a: start + ++i, b: start + ++j });
    } else if (i < n && (j >= m || lengths[i + 1][j] >= lengths[i][j + 1])) rows.push({ before: a[start + i], a: start + ++i });
    else rows.push({ after: b[start + j], b: start + ++j });
  }
  return paired(rows);
}

/** Puts removed lines and the lines that replace them into the same rows. */
function paired(rows) {
  const result = [];
  for (let i = 0; i < rows.length;) {
    if (rows[i].a && rows[i].b) { result.push(rows[i++]); continue; }
    const gone = [];
    const come = [];
    while (i < rows.length && !(rows[i].a && rows[i].b)) (rows[i].a ? gone : come).push(rows[i++]);
    for (let k = 0; k < Math.max(gone.length, come.length); k++) result.push({ ...gone[k], ...come[k], isChanged: true });
  }
  return result;
}

/** Shows two texts side by side, with differences marked by colour and by sign. */
export function sideBySide(before, after, namesBefore, namesAfter) {
  const rows = compare(before, after);
  const hidden = Math.max(...[before, after].map((text) => text.split('\n').length)) - MOST_LINES;
  return html`<div class="scroll-x diff" tabindex="0" role="region" aria-label="Differences"><table><thead><tr><th colspan="2" scope="colgroup">${namesBefore}</th><th colspan="2" scope="colgroup">${namesAfter}</th></tr></thead>
    <tbody>${rows.map((row) => {
      const isSame = row.a && row.b && !row.isChanged;
      return html`<tr><td class="n">${row.a ?? ''}</td><td class=${isSame ? '' : row.a ? 'gone' : 'none'}>${row.a ? html`<i>${isSame ? ' ' : '−'}</i>${row.before}` : ''}</td>
        <td class="n">${row.b ?? ''}</td><td class=${isSame ? '' : row.b ? 'come' : 'none'}>${row.b ? html`<i>${isSame ? ' ' : '+'}</i>${row.after}` : ''}</td></tr>`;
    })}</tbody></table></div>${hidden > 0 ? html`<p class="warn small" role="note">${hidden} further lines are not compared here: only the first ${MOST_LINES} are.</p>` : ''}`;
}
