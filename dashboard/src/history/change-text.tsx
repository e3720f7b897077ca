import type { Change, FieldChange } from '../api/types.ts';
import { formatNumber } from '../ui/format.ts';
import { fieldName, isOpaque, valueWords } from './change-words.ts';

/** What a change did, as a sentence per field. */
export function ChangeText({ change }: { change: Change }) {
  if (change.operation !== 'changed') {
    const name = nameOf(change);
    return (
      <p className="break-words">
        {change.operation === 'created' ? 'created' : 'removed'}{' '}
        {name === null ? 'it' : <Value text={name} />}
      </p>
    );
  }
  return (
    <>
      {change.changes.map((field) => (
        <FieldText key={field.field} change={field} />
      ))}
      {change.first_scan_number !== null && (
        <p className="text-soft">Scan {formatNumber(change.first_scan_number)} was the first to see it.</p>
      )}
    </>
  );
}

/** What people call a thing. */
function nameOf({ changes, operation }: Change): string | null {
  const named = changes.find(({ field }) => ['label', 'name', 'email', 'host', 'role'].includes(field));
  const value = operation === 'created' ? named?.after : named?.before;
  return typeof value === 'string' ? value : null;
}

function FieldText({ change }: { change: FieldChange }) {
  const { field, before, after } = change;
  if (isOpaque(field) && field !== 'redirect_rules') return <p>changed the {fieldName(field)}</p>;
  return (
    <p className="break-words">
      changed the {fieldName(field)} from <Value text={valueWords(change, before)} /> to{' '}
      <Value text={valueWords(change, after)} />
    </p>
  );
}

function Value({ text }: { text: string }) {
  return <strong className="font-medium [overflow-wrap:anywhere] text-text">{text}</strong>;
}
