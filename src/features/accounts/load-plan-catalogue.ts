import { readFile } from 'node:fs/promises';
import { type PlanCatalogue, parsePlanCatalogue } from '#core/plan.ts';

/** Reads the catalogue; a malformed value stops the start with a message (D51). */
export async function loadPlanCatalogue(file: string): Promise<PlanCatalogue> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The plan catalogue ${file} can't be read (${error.code}); set PLANS_FILE to where it is.`,
    );
  });
  let source: unknown;
  try {
    source = JSON.parse(text);
  } catch (error) {
    throw new Error(`The plan catalogue ${file} is not JSON: ${(error as Error).message}`);
  }
  const catalogue = parsePlanCatalogue(source);
  if (catalogue.ok) return catalogue.value;
  throw new Error(
    `The plan catalogue ${file} is malformed:\n${catalogue.problems.map((p) => `  - ${p}`).join('\n')}`,
  );
}
