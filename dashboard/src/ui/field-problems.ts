import { type Problem, RequestError } from '../api/request.ts';

/** The labels of a form by the names that the API uses. */
export type Labels = Readonly<Record<string, string>>;

export interface FieldProblems {
  /** What is wrong with this field. */
  of: (param: string) => string | undefined;
  /** What concerns no field of the form. */
  rest: string | null;
}

/**
 * Sorts what the server refused by the fields of a form, in the words of the form.
 * @param isField whether the form shows mistakes under this field.
 */
export function fieldProblems(
  error: Error | null,
  labels: Labels,
  isField: (param: string) => boolean = (param) => param in labels,
): FieldProblems {
  const problems: readonly Problem[] =
    error instanceof RequestError && error.problems.length > 0
      ? error.problems
      : error === null
        ? []
        : [{ param: null, message: error.message }];
  const fieldOf = ({ param }: Problem) => (param !== null && isField(param) ? param : null);
  const rest = problems.filter((problem) => fieldOf(problem) === null);
  return {
    of: (param) => {
      const own = problems.filter((problem) => fieldOf(problem) === param);
      return own.length === 0 ? undefined : own.map(({ message }) => inLabels(message, labels)).join(' ');
    },
    rest: rest.length === 0 ? null : rest.map(({ message }) => inLabels(message, labels)).join(' '),
  };
}

/** A message of the API with the labels of the form instead of its names. */
export function inLabels(message: string, labels: Labels): string {
  // The longest first: `content.end` contains `end`.
  const names = Object.keys(labels).sort((a, b) => b.length - a.length);
  if (names.length === 0) return message;
  // A name that is also a word stands for a field only where the message begins.
  const pattern = names
    .map((name) => (/[_.]/.test(name) ? `(?<![\\w.])${escaped(name)}(?!\\w)` : `^${name}(?!\\w)`))
    .join('|');
  return message.replace(new RegExp(pattern, 'g'), (name) => `“${labels[name] ?? name}”`);
}

function escaped(name: string): string {
  return name.replace(/[.[\]]/g, '\\$&');
}
