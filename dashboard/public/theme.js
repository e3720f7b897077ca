(() => {
  const chosen = localStorage.getItem('theme') ?? 'system';
  const isDark =
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', isDark);
})();
