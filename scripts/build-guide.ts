import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import highlighter from 'highlight.js';
import { Marked, type Tokens } from 'marked';
import { escapeHtml as escape } from './escape-html.ts';
import { guidePages, guideSections } from './guide-pages.ts';

/** Builds the Markdown of `docs/` as a site at `/docs/guide`, with each page also as Markdown, and `llms.txt`. */
const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'docs/dist');
const names = [...guidePages.keys()];
/** Folders of `docs/` with pictures. */
const mediaFolders = ['images', 'gallery', 'diagrams', 'figures', 'screencasts'];
const base = '/docs/guide';

interface Heading {
  depth: number;
  text: string;
  id: string;
}

interface Page {
  name: string;
  title: string;
  summary: string;
  markdown: string;
  html: string;
  headings: Heading[];
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** The address of a Markdown link on the site; null for files that are only in the repository. */
function resolveLink(source: string, href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = join(dirname(source), path);
  const page = [...guidePages].find(([, file]) => file === target)?.[0];
  if (page !== undefined) return `${base}/${page}${fragment === undefined ? '' : `#${fragment}`}`;
  if (mediaFolders.some((folder) => target.startsWith(`docs/${folder}/`)))
    return `${base}/${target.slice('docs/'.length)}`;
  return null;
}

function render(name: string): Page {
  const source = guidePages.get(name) ?? '';
  const markdown = read(source);
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const text = inner
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll('&#39;', '’')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&');
        const id = slugOf(text);
        headings.push({ depth, text, id });
        return depth === 1
          ? `<h1>${inner}</h1>`
          : `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [given = ''] = lang.split(' ');
        const language = { sh: 'bash', console: 'bash', ts: 'typescript' }[given] ?? given;
        const coloured = highlighter.getLanguage(language)
          ? highlighter.highlight(text, { language }).value
          : escape(text);
        return `<div class="block"><pre tabindex="0"><code>${coloured}</code></pre><button type="button" class="copy">Copy</button></div>`;
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells
            .map((cell) => {
              const name = cell.text.trim() === '' ? 'td' : tag;
              return `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`;
            })
            .join('')}</tr>`;
        const hasHead = token.header.some(({ text }) => text.trim() !== '');
        const head = hasHead ? `<thead>${row(token.header, 'th')}</thead>` : '';
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const target = resolveLink(source, href);
        const inner = this.parser.parseInline(tokens);
        if (target === null) return inner;
        if (target.endsWith('.mp4')) return video(target, inner.replaceAll(/<[^>]+>/g, ''));
        return `<a href="${escape(target)}"${target.startsWith('http') ? ' rel="noreferrer"' : ''}>${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escape(resolveLink(source, href) ?? href)}" alt="${escape(text)}" loading="lazy">`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
    },
  });
  const html = marked.parse(markdown, { async: false });
  const title = headings.find(({ depth }) => depth === 1)?.text ?? name;
  const summary = (/^(?!#|!|>|\||```|\s)(.+(?:\n(?!\s*\n).+)*)/m.exec(markdown)?.[1] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)|[*`]/g, '$1');
  return { name, title, summary, markdown, html, headings };
}

/** A link to a recording becomes a player. Its first picture is next to it. */
function video(target: string, label: string): string {
  const [file, poster] = [escape(target), escape(target.replace(/mp4$/, 'png'))];
  return `<video controls muted playsinline preload="none" poster="${poster}" aria-label="${escape(label)}"><source src="${file}" type="video/mp4"><a href="${file}">${escape(label)}</a></video><span class="label">${escape(label)}</span>`;
}

/** The Markdown of a page, with links that work from its address. */
function withSiteLinks({ name, markdown }: Page): string {
  const source = guidePages.get(name) ?? '';
  return markdown.replaceAll(/\]\(([^)\s]+)\)/g, (link, href: string) => {
    const target = resolveLink(source, href);
    if (target === null || target === href) return link;
    const [path = '', fragment] = target.split('#');
    const isPage = guidePages.has(path.slice(base.length + 1));
    return `](${path}${isPage ? '.md' : ''}${fragment === undefined ? '' : `#${fragment}`})`;
  });
}

const pages = new Map(names.map((name) => [name, render(name)]));

function frame(page: Page): string {
  // The path of a reader ends with their section.
  const own = guideSections.find((section) => section.pages.includes(page.name))?.pages ?? [];
  const place = own.indexOf(page.name);
  const near = (name: string | undefined, arrow: (title: string) => string) =>
    name === undefined
      ? '<span></span>'
      : `<a href="${base}/${name}">${arrow(pages.get(name)?.title ?? name)}</a>`;
  const contents = guideSections
    .map(
      (section) =>
        `<h2>${section.title}</h2><ul>${section.pages
          .map(
            (name) =>
              `<li><a href="${base}/${name}"${name === page.name ? ' aria-current="page"' : ''}>${pages.get(name)?.title}</a></li>`,
          )
          .join('')}</ul>`,
    )
    .join('');
  const toc = page.headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Waypost</title>
<meta name="description" content="${escape(page.summary.slice(0, 160))}">
<link rel="icon" href="/dashboard/icon.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${base}/${page.name}.md">
<link rel="stylesheet" href="${base}/guide.css">
<script src="${base}/guide.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="brand" href="${base}"><img src="/dashboard/icon.svg" alt="">Waypost</a>
<nav aria-label="Site"><a href="${base}">Guide</a><a href="/docs">API reference</a><a href="/dashboard/">Dashboard</a></nav>
</header>
<div class="layout">
<nav class="side" aria-label="Pages">
<input class="search" type="search" placeholder="Find ( / )" aria-label="Find in the guide">
<ul class="found" aria-live="polite"></ul>
<button type="button" class="menu" aria-expanded="false">All pages</button>
<div class="contents">${contents}</div>
</nav>
<main id="content">
${page.html}
<div class="ends">${near(own[place - 1], (title) => `← ${title}`)}${near(own[place + 1], (title) => `${title} →`)}</div>
<p class="form">This page <a href="${base}/${page.name}.md">as Markdown</a>; all of them in <a href="/llms.txt">llms.txt</a>.</p>
</main>
<nav class="toc" aria-label="On this page">${toc === '' ? '' : `<h2>On this page</h2><ul>${toc}</ul>`}</nav>
</div>
</body>
</html>
`;
}

/** One entry of the search index per section, searched in the browser. */
function searchSections({ name, title, markdown, headings }: Page) {
  const parts = markdown.split(/^#{1,3} .*$/m).slice(1);
  return parts.map((text, index) => {
    const heading = headings[index];
    const isTop = heading === undefined || heading.depth === 1;
    return {
      title: isTop ? title : `${title}: ${heading.text}`,
      href: isTop ? `${base}/${name}` : `${base}/${name}#${heading.id}`,
      text: text.replaceAll(/\s+/g, ' ').trim(),
    };
  });
}

function llms(): string {
  const lists = guideSections.map(
    (section) =>
      `## ${section.title}\n\n${section.pages
        .map((name) => `- [${pages.get(name)?.title}](${base}/${name}.md): ${pages.get(name)?.summary}`)
        .join('\n')}`,
  );
  return `# Waypost\n\n> Dynamic QR codes for things that get printed: links that resolve for years, count exactly, never go stale and never lead to harm. Self-hosted, Apache-2.0.\n\nThe interface is described by [openapi.json](/openapi.json).\n\n${lists.join('\n\n')}\n`;
}

rmSync(output, { recursive: true, force: true });
mkdirSync(join(output, 'assets'), { recursive: true });
for (const page of pages.values()) {
  writeFileSync(join(output, `${page.name}.html`), frame(page));
  writeFileSync(join(output, `${page.name}.md`), withSiteLinks(page));
}
writeFileSync(join(output, 'search.json'), JSON.stringify([...pages.values()].flatMap(searchSections)));
writeFileSync(join(output, 'llms.txt'), llms());
for (const file of ['guide.css', 'guide.js', 'home.html', 'home.css'])
  cpSync(join(root, 'guide', file), join(output, file));
for (const folder of mediaFolders)
  cpSync(join(root, 'docs', folder), join(output, folder), { recursive: true });
for (const weight of ['400', '600']) {
  const font = `inter-latin-${weight}-normal.woff2`;
  cpSync(join(root, 'node_modules/@fontsource/inter/files', font), join(output, 'assets', font));
}
process.stdout.write(`Guide: ${pages.size} pages\n`);
