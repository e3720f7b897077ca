import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConnectionError, messageOf } from '../api/request.ts';
import { notify } from './toaster.tsx';

interface ActionOptions<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Keys of queries that become outdated. */
  stale?: readonly unknown[][];
  done?: string | ((answer: Answer) => string | undefined);
  onDone?: (answer: Answer, input: Input) => void;
  /** The error is shown in place, not as a toast. */
  isQuiet?: boolean;
  /** Without a connection, it is done when there is one again. Otherwise it fails at once. */
  waits?: boolean;
}

const retryMs = 1_000;
/** Then the user decides. Time without a connection does not count. */
const retriesMax = 10;

function isLost(failures: number, error: Error): boolean {
  return failures < retriesMax && error instanceof ConnectionError && error.isRepeatable;
}

/** An action of the user: its progress, success and errors. */
export function useAction<Input = void, Answer = unknown>(options: ActionOptions<Input, Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: options.run,
    ...(options.waits === true && { networkMode: 'online' as const, retry: isLost, retryDelay: retryMs }),
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
