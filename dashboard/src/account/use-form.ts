import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/request.ts';

/** A form that is disabled while it is sent, and shows errors. */
export function useForm(send: (fields: FormData) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    send(new FormData(event.currentTarget))
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, onSubmit };
}

export function fieldOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
