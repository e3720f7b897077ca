interface ValidationProblem {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Words for the first thing that is wrong with a body, with the field's name first (D3). */
export function validationMessage(problems: ValidationProblem[]): string {
  const [problem] = problems;
  if (problem === undefined) return 'The body is not valid.';
  const path = fieldPath(problem.instancePath);
  switch (problem.keyword) {
    case 'required':
      return `${join(path, String(problem.params['missingProperty']))} is required.`;
    case 'type':
      return `${path || 'The body'} must be ${article(String(problem.params['type']))}.`;
    default:
      return `${path || 'The body'} ${problem.message ?? 'is not valid'}.`;
  }
}

/** `/redirect_rules/3/url` → `redirect_rules[3].url` */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, part: string): string {
  return path === '' ? part : `${path}.${part}`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
