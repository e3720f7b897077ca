import type { FastifyInstance } from 'fastify';

/** Remembers the methods of each path, to distinguish a wrong method from an unknown path (D4). */
export class AllowedMethods {
  readonly #routes: { pattern: RegExp; method: string }[] = [];

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => {
      const pattern = new RegExp(
        `^${route.url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[^/]+/g, '[^/]+')}$`,
      );
      for (const method of [route.method].flat()) this.#routes.push({ pattern, method });
    });
  }

  /** In alphabetical order; empty for a path that doesn't exist. */
  of(path: string): string[] {
    const methods = this.#routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}
