// Puts a pack or the next drop of this shop into the page that loads this script, as a frame (docs/embedding.md):
// <script src="https://…/embed.js" data-pack="…" data-theme="dark"></script>
(() => {
  const script = document.currentScript;
  const { pack, drop, theme } = script.dataset;
  const { origin } = new URL(script.src);
  if (!pack && drop !== 'next') {
    throw new Error('embed.js needs data-pack="the id of a pack" or data-drop="next"');
  }
  const path = pack ? `/embed/pack/${encodeURIComponent(pack)}` : '/embed/drop';
  const frame = document.createElement('iframe');
  frame.src = `${origin}${path}${theme === 'light' || theme === 'dark' ? `?theme=${theme}` : ''}`;
  frame.title = pack ? 'A pack' : 'The next drop';
  frame.loading = 'lazy';
  frame.style.cssText =
    'display:block;width:100%;max-width:480px;height:260px;border:0;border-radius:12px';
  addEventListener('message', ({ source, origin: sender, data }) => {
    if (source !== frame.contentWindow || sender !== origin) return;
    if (Number.isFinite(data?.height)) frame.style.height = `${Math.min(data.height, 1200)}px`;
    if (typeof data?.title === 'string') frame.title = data.title;
  });
  script.after(frame);
})();
