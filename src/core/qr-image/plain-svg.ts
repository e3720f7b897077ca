import { type Parsed, refuse } from '../parsed.ts';

const lettersMax = 256 * 1024;
const elementsMax = 2_000;
const depthMax = 20;
/** Elements that draw; each is rewritten with these attributes only. */
const drawn = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
]);
/** Metadata of editors. */
const skipped = new Set(['title', 'desc', 'metadata', 'style']);
const geometry = new Set(
  'id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform offset gradientUnits gradientTransform'.split(
    ' ',
  ),
);
const paint = new Set(
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stop-color stop-opacity opacity'.split(
    ' ',
  ),
);
/** Numbers, colors, path data, and references to colors inside the same picture. */
const plainValue =
  /^(?:url\(#[\w-]+\)|(?!.*(?:[uU][rR][lL]|[vV][aA][rR]|[eE][nN][vV])\s*\()[\w\s.,#%+()-]*)$/s;
const attributePattern = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy;

interface Scanner {
  text: string;
  at: number;
}

/**
 * An SVG of shapes only, written from the parsed shapes: nothing else of the file reaches the renderer, and the drawing is limited. Elements
 * that could run, load, repeat or filter are refused by name.
 */
export function plainSvg(source: string): Parsed<string> {
  if (source.length > lettersMax)
    return refuse(`The SVG is too large. The maximum is ${lettersMax / 1024} kB.`);
  const scanner: Scanner = { text: source, at: 0 };
  const classes = readClasses(source);
  const open: string[] = [];
  let written = '';
  let elements = 0;
  for (;;) {
    const tag = nextTag(scanner);
    if (tag === null) return refuse('The SVG is not well-formed. Export it again.');
    if (tag === 'end') break;
    if (tag.isClosing) {
      if (open.pop() !== tag.name) return refuse('The SVG is not well-formed. Export it again.');
      written += `</${tag.name}>`;
      continue;
    }
    elements += 1;
    if (elements > elementsMax)
      return refuse(`The SVG has too many elements. The maximum is ${elementsMax}.`);
    if (open.length === 0 && (written !== '' || tag.name !== 'svg'))
      return refuse('A logo must be a single SVG, PNG or JPEG image.');
    if (skipped.has(tag.name) || tag.name.includes(':')) {
      if (!tag.isEmpty && !skipSubtree(scanner, tag.name))
        return refuse('The SVG is not well-formed. Export it again.');
      continue;
    }
    if (!drawn.has(tag.name)) return refuse(`The SVG contains <${tag.name}>. Export it as plain shapes.`);
    const attributes = plainAttributes(tag.attributes, classes);
    if (!attributes.ok) return attributes;
    written += `<${tag.name}${attributes.value}${tag.isEmpty ? '/>' : '>'}`;
    if (!tag.isEmpty) open.push(tag.name);
    if (open.length > depthMax) return refuse('The SVG is nested too deeply. Export it as plain shapes.');
  }
  if (open.length > 0 || written === '') return refuse('The SVG is not well-formed. Export it again.');
  return { ok: true, value: written.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"') };
}

interface Tag {
  name: string;
  attributes: Map<string, string>;
  isClosing: boolean;
  isEmpty: boolean;
}

/** The next tag; skips text, comments, the declaration and a document type without contents. Null: not well-formed. */
function nextTag(scanner: Scanner): Tag | 'end' | null {
  const { text } = scanner;
  for (;;) {
    const start = text.indexOf('<', scanner.at);
    if (start === -1) return text.slice(scanner.at).trim() === '' ? 'end' : null;
    const passed = [
      ['<!--', '-->'],
      ['<?xml ', '?>'],
      ['<!DOCTYPE', '>'],
    ].find(([prefix = '']) => text.startsWith(prefix, start));
    if (passed === undefined) return readTag(scanner, start);
    const [prefix = '', suffix = ''] = passed;
    const end = text.indexOf(suffix, start + prefix.length);
    if (end === -1 || (prefix === '<!DOCTYPE' && text.slice(start, end).includes('['))) return null;
    scanner.at = end + suffix.length;
  }
}

function readTag(scanner: Scanner, start: number): Tag | null {
  const head = /<(\/?)([A-Za-z_][\w:.-]*)/y;
  head.lastIndex = start;
  const match = head.exec(scanner.text);
  if (match === null) return null;
  const [, slash = '', name = ''] = match;
  const attributes = new Map<string, string>();
  let at = head.lastIndex;
  for (;;) {
    const space = /\s*/y;
    space.lastIndex = at;
    space.exec(scanner.text);
    const next = space.lastIndex;
    const end = /\/?>/y;
    end.lastIndex = next;
    const closing = end.exec(scanner.text);
    if (closing !== null) {
      scanner.at = end.lastIndex;
      return { name, attributes, isClosing: slash === '/', isEmpty: closing[0] === '/>' };
    }
    attributePattern.lastIndex = next;
    const attribute = next > at ? attributePattern.exec(scanner.text) : null;
    if (attribute === null) return null;
    const [, key = '', double, single] = attribute;
    if (attributes.has(key)) return null;
    attributes.set(key, double ?? single ?? '');
    at = attributePattern.lastIndex;
  }
}

function skipSubtree(scanner: Scanner, name: string): boolean {
  const open = [name];
  for (let tags = 0; open.length > 0; tags++) {
    const tag = tags < elementsMax ? nextTag(scanner) : null;
    if (tag === null || tag === 'end') return false;
    if (tag.isClosing && open.pop() !== tag.name) return false;
    if (!tag.isClosing && !tag.isEmpty) open.push(tag.name);
  }
  return true;
}

/** Paint by property. */
type Paint = Map<string, string>;

/** Colors from a style sheet, by class. Reads the text once. */
function readClasses(source: string): Map<string, Paint> {
  const classes = new Map<string, Paint>();
  let at = source.indexOf('<style');
  while (at !== -1) {
    const start = source.indexOf('>', at);
    const end = start === -1 ? -1 : source.indexOf('<', start);
    if (end === -1) break;
    if (source.startsWith('</style>', end)) readSheet(source.slice(start + 1, end), classes);
    at = source.indexOf('<style', end);
  }
  return classes;
}

function readSheet(sheet: string, classes: Map<string, Paint>): void {
  for (const rule of sheet.split('}')) {
    const brace = rule.indexOf('{');
    if (brace === -1) continue;
    const paints = readPaint(rule.slice(brace + 1));
    for (const selector of rule.slice(0, brace).split(',')) {
      const name = selector.trim();
      if (!/^\.[\w-]+$/.test(name)) continue;
      const known = classes.get(name.slice(1)) ?? new Map<string, string>();
      for (const [property, value] of paints) known.set(property, value);
      classes.set(name.slice(1), known);
    }
  }
}

function readPaint(declarations: string): Paint {
  const paints: Paint = new Map();
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim();
    if (paint.has(name)) paints.set(name, declaration.slice(colon + 1).trim());
  }
  return paints;
}

function plainAttributes(source: Map<string, string>, classes: Map<string, Paint>): Parsed<string> {
  const kept = new Map<string, string>();
  for (const [name, value] of source) {
    if (/^on/i.test(name) || /href$/i.test(name))
      return refuse(`The SVG contains ${name}. Export it as plain shapes.`);
    if (geometry.has(name) || paint.has(name)) kept.set(name, value);
  }
  const sheets = (source.get('class') ?? '').split(/\s+/).flatMap((name) => classes.get(name) ?? []);
  for (const paints of [...sheets, readPaint(source.get('style') ?? '')])
    for (const [name, value] of paints) kept.set(name, value);
  let written = '';
  for (const [name, value] of kept) {
    if (!plainValue.test(value))
      return refuse(
        `The SVG contains a ${name} that isn't a number, color or path. Export it as plain shapes.`,
      );
    written += ` ${name}="${value}"`;
  }
  return { ok: true, value: written };
}
