// Writes docs/performance.md and its charts from docs/figures/*.json. `npm run figures` measures everything again before.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { performanceFiles } from './figures/performance-page.ts';

for (const [path, text] of performanceFiles()) {
  writeFileSync(path, text);
  console.log(relative('.', path));
}
