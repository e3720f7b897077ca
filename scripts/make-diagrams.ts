// Writes docs/diagrams/*.svg from the .dot files next to them: npm run diagrams
import { writeFileSync } from 'node:fs';
import { drawDiagrams } from './diagrams.ts';

for (const [path, svg] of await drawDiagrams()) {
  writeFileSync(path, svg);
  console.log(path);
}
