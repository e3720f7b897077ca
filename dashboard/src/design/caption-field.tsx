import { TextField } from '../ui/field.tsx';

const suggestions = [
  'Scan me',
  'See the menu',
  'Book a table',
  'Get tickets',
  'Join our Wi-Fi',
  'Follow us',
  'Pay here',
  'Leave a review',
];

interface CaptionFieldProps {
  value: string;
  onChange: (caption: string | undefined) => void;
}

/** What a frame asks people to do. */
export function CaptionField({ value, onChange }: CaptionFieldProps) {
  return (
    <div className="space-y-2">
      <TextField
        label="Caption"
        maxLength={40}
        placeholder="SCAN ME"
        value={value}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      <ul className="flex flex-wrap gap-1.5" aria-label="Suggestions">
        {suggestions.map((suggestion) => (
          <li key={suggestion}>
            <button
              type="button"
              className="rounded-full border border-line px-2.5 py-1 text-[12px] text-soft hover:border-line-strong hover:text-ink"
              onClick={() => onChange(suggestion)}
            >
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
