import { parametersOf, setParameter, splitUrl } from '#core/url-query.ts';
import { TextField } from '../ui/field.tsx';

const parameters = [
  { name: 'utm_source', label: 'Source', example: 'poster' },
  { name: 'utm_medium', label: 'Medium', example: 'print' },
  { name: 'utm_campaign', label: 'Campaign', example: 'summer-2027' },
  { name: 'utm_content', label: 'Content', example: 'window' },
  { name: 'utm_term', label: 'Term', example: '' },
];

/** What analytics of websites read: parameters at the end of a destination. */
export function CampaignFields({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const values = new Map(parametersOf(splitUrl(url).query ?? ''));
  const count = parameters.filter(({ name }) => values.has(name)).length;
  return (
    <details className="rounded-lg border border-line px-3 py-2">
      <summary className="cursor-pointer text-[13px] font-medium">
        Campaign parameters{count > 0 && ` (${count})`}
      </summary>
      <p className="my-2 text-[13px] text-soft">
        The statistics of your website show them. They are added to the destination.
      </p>
      <div className="grid gap-3 pb-1 sm:grid-cols-2">
        {parameters.map(({ name, label, example }) => (
          <TextField
            key={name}
            label={label}
            placeholder={example}
            maxLength={200}
            value={values.get(name) ?? ''}
            onChange={(event) => onChange(setParameter(url, name, event.target.value))}
          />
        ))}
      </div>
    </details>
  );
}
