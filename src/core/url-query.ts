/** An address in parts that put together are the same address. */
export interface UrlParts {
  /** Up to the query. */
  address: string;
  /** Without its question mark; undefined without a query. */
  query: string | undefined;
  fragment: string | undefined;
}

const parametersMax = 100;

export function splitUrl(url: string): UrlParts {
  const [rest, fragment] = splitOnce(url, '#');
  const [address, query] = splitOnce(rest, '?');
  return { address, query, fragment };
}

export function joinUrl({ address, query, fragment }: UrlParts): string {
  return `${address}${query === undefined ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** As in a form; those that can't be decoded are left out. */
export function parametersOf(query: string): [name: string, value: string][] {
  return query.split('&', parametersMax).flatMap((part) => {
    const parameter = part === '' ? null : decodeParameter(part);
    return parameter === null ? [] : [parameter];
  });
}

export function encodeParameter(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** The address with one value of a parameter, at its end; without the parameter if the value is empty. Everything else stays as it is. */
export function setParameter(url: string, name: string, value: string): string {
  const parts = splitUrl(url);
  const others = (parts.query ?? '')
    .split('&')
    .filter((part) => part !== '' && decodeParameter(part)?.[0] !== name);
  const query = [...others, ...(value === '' ? [] : [encodeParameter(name, value)])].join('&');
  return joinUrl({ ...parts, query: query === '' ? undefined : query });
}

function decodeParameter(part: string): [name: string, value: string] | null {
  const [name, value = ''] = splitOnce(part, '=');
  try {
    const decoded = [name, value].map((text) => decodeURIComponent(text.replaceAll('+', ' ')));
    return decoded.every((text) => text.isWellFormed()) ? (decoded as [string, string]) : null;
  } catch {
    return null;
  }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
