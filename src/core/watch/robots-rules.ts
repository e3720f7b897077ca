/** A rule for our program. */
export interface RobotsRule {
  isAllowed: boolean;
  /** As in the file, with `*` and `$`, and with other letters encoded. */
  path: string;
}

export const robotsBytesMax = 512 * 1024;
/** Of a line or path that is read. */
const lettersMax = 500;
const rulesMax = 500;

/**
 * The rules for a program in a robots.txt (RFC 9309): those of its own groups, otherwise those for everybody.
 * @param product the name of the program, in lower case.
 */
export function readRobots(text: string, product: string): RobotsRule[] {
  const groups = new Map<string, RobotsRule[]>();
  let named: string[] = [];
  let isNaming = false;
  for (const line of text
    .slice(0, robotsBytesMax)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)) {
    const [field, value] = readLine(line.slice(0, lettersMax));
    if (field === 'user-agent') {
      if (!isNaming) named = [];
      isNaming = true;
      const name = value.toLowerCase().split('/')[0] ?? '';
      named.push(name);
      groups.set(name, groups.get(name) ?? []);
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false;
      // An empty rule says nothing.
      if (value === '') continue;
      for (const name of named) {
        const rules = groups.get(name);
        if (rules !== undefined && rules.length < rulesMax)
          rules.push({ isAllowed: field === 'allow', path: encoded(value) });
      }
    }
  }
  return groups.get(product) ?? groups.get('*') ?? [];
}

/** Whether a path may be fetched: the rule with the longest path that matches decides, and permission wins a tie. */
export function mayFetch(rules: readonly RobotsRule[], path: string): boolean {
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    if (!matches(rule.path, path)) continue;
    const isLonger = best === null || rule.path.length > best.path.length;
    if (isLonger || (rule.path.length === best?.path.length && rule.isAllowed)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/** `Field: value # comment`. Without a pattern, because a hostile line would take it seconds. */
function readLine(line: string): [field: string, value: string] {
  const [said = ''] = line.split('#');
  const colon = said.indexOf(':');
  return colon === -1 ? ['', ''] : [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
}

/** As in an address: `/menü` is `/men%C3%BC`. Half of a letter stays as it is. */
function encoded(path: string): string {
  return path.isWellFormed() ? path.replaceAll(/[^ -~]/gu, (letter) => encodeURIComponent(letter)) : path;
}

/** Part by part, each at its first place: linear, whatever the file says. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (isWhole && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
