import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../api/request.ts';
import { notify } from './toaster.tsx';

interface ActionOptions<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Keys of queries that are out of date afterwards. */
  stale?: readonly unknown[][];
  done?: string | ((answer: Answer) => string | undefined);
  onDone?: (answer: Answer, input: Input) => void;
  /** The problem is shown where it happened, not in passing. */
  isQuiet?: boolean;
}

/** Something that a person does: while it runs, when it is done, and what went wrong. */
export function useAction<Input = void, Answer = unknown>(options: ActionOptions<Input, Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: options.run,
    onSuccess: async (answer, input) => {
      const text = typeof options.done === 'function' ? options.done(answer) : options.done;
      if (text !== undefined) notify(text);
      options.onDone?.(answer, input);
      await Promise.all((options.stale ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (options.isQuiet !== true) notify(messageOf(error), true);
    },
  });
}
