import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../api/request.ts';
import { notify } from './toaster.tsx';

interface ActionOptions<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Keys of queries that become outdated. */
  stale?: readonly unknown[][];
  done?: string | ((answer: Answer) => string | undefined);
  onDone?: (answer: Answer, input: Input) => void;
  /** The error is shown in place, not as a toast. */
  isQuiet?: boolean;
}

/** An action of the user: its progress, success and errors. */
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
