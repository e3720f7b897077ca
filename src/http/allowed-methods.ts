import type { FastifyInstance } from 'fastify';

/** Remembers the methods of each path, to distinguish a wrong method from an unknown path (D4). */
export class AllowedMethods {
  readonly #fixed = new Map<string, Set<string>>();
  readonly #patterns: { pattern: RegExp; method: string }[] = [];

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      for (const name of [method].flat()) this.#add(url, name);
    });
  }

  /** In alphabetical order; empty for a path that doesn't exist. */
  of(path: string): string[] {
    const fixed = this.#fixed.get(path);
    const matching = this.#patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(fixed ?? matching.map(({ method }) => method))].sort();
  }

  /** Whether the path is a fixed one without this method. The router would take `/find` for an ID (`/:id`). */
  isRefused(path: string, method: string): boolean {
    return this.#fixed.get(path)?.has(method) === false;
  }

  #add(url: string, method: string): void {
    if (!/[:*]/.test(url)) {
      this.#fixed.set(url, (this.#fixed.get(url) ?? new Set()).add(method));
      return;
    }
    const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    this.#patterns.push({ pattern: new RegExp(`^${escaped.replaceAll(/:[^/]+/g, '[^/]+')}$`), method });
  }
}
