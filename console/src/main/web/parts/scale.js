/** Returns about `wanted` round marks from 0 to at least `most`; with `binary`, round in units of powers of 1024. */
export function marks(most, wanted = 4, binary = false) {
  if (!(most > 0)) return [0, 1];
  const base = binary ? 1024 ** Math.floor(Math.log(most) / Math.log(1024)) : 1;
  const rough = most / base / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((m) => m >= rough - 1e-9) * base;
  const all = [];
  for (let i = 0; (i - 1) * step < most - 1e-9 || i < 2; i++) all.push(i * step);
  return all;
}

/** Returns at most about `wanted` round times between two times. */
export function moments(from, to, wanted = 5) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000].map((s) => s * 1000);
  const step = steps.find((s) => (to - from) / s <= wanted) ?? (to - from) / wanted;
  const all = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) all.push(at);
  return all;
}
