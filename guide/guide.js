// Copying, finding and, on a phone, the list of pages. The guide reads the same without it.
const copyMs = 1_500;
const resultsMax = 8;

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, copyMs);
  });
}

const side = document.querySelector('.side');
const menu = document.querySelector('.menu');
menu.addEventListener('click', () => {
  const isOpen = side.classList.toggle('open');
  menu.setAttribute('aria-expanded', String(isOpen));
});

const field = document.querySelector('.search');
const list = document.querySelector('.found');
const contents = document.querySelector('.contents');
let sections = null;

async function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  contents.hidden = words.length > 0;
  list.replaceChildren();
  if (words.length === 0) return;
  sections ??= await (await fetch('/docs/guide/search.json')).json();
  const score = ({ title, text }) =>
    words.every((word) => title.toLowerCase().includes(word) || text.toLowerCase().includes(word))
      ? words.filter((word) => title.toLowerCase().includes(word)).length + 1
      : 0;
  const found = sections
    .map((section) => ({ section, score: score(section) }))
    .filter((one) => one.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, resultsMax);
  list.replaceChildren(
    ...found.map(({ section }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = section.href;
      link.textContent = section.title;
      item.append(link);
      return item;
    }),
  );
  if (found.length === 0) {
    const item = document.createElement('li');
    item.textContent = 'Nothing has these words.';
    list.append(item);
  }
}
field.addEventListener('input', () => void find());
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) return;
  event.preventDefault();
  field.focus();
});
