import { countryCodes } from '#core/country-codes.ts';
import { countryName } from '#core/country-name.ts';
import { Choice } from '../ui/field.tsx';

const countries = [...countryCodes]
  .map((code) => ({ value: code, label: countryName(code) }))
  .sort((a, b) => a.label.localeCompare(b.label));

interface CountryChoiceProps {
  label: string;
  value: string;
  none: string;
  onChange: (value: string) => void;
}

export function CountryChoice({ label, value, none, onChange }: CountryChoiceProps) {
  return (
    <Choice
      label={label}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: none }, ...countries]}
    />
  );
}
