// Runs before the first paint, so that no page flashes in the other colours.
(() => {
  const chosen = localStorage.getItem('vesper.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();
