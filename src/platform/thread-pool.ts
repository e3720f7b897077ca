import { Worker } from 'node:worker_threads';

interface Task<Input, Output> {
  input: Input;
  msMax: number;
  resolve(output: Output): void;
  reject(error: Error): void;
}

interface Thread<Input, Output> {
  worker: Worker;
  task: Task<Input, Output> | null;
  deadline: NodeJS.Timeout | undefined;
}

export type ThreadAnswer<Output> = { output: Output } | { error: string };

/** A module that can't be loaded must not be restarted at full speed. */
const respawnMs = 200;

/** A task took too long. */
export class ThreadTimeout extends Error {}

/** A fixed number of threads for work that would block the process. Waiting tasks queue; the caller limits their number. */
export class ThreadPool<Input, Output> {
  readonly #file: URL;
  readonly #taskMsMax: number;
  readonly #threads: Thread<Input, Output>[];
  readonly #waiting: Task<Input, Output>[] = [];
  #closed = false;

  /**
   * @param file a module that answers each message `input` with a `ThreadAnswer`.
   * @param taskMsMax a thread that takes longer is ended, and its task fails with `ThreadTimeout`.
   */
  constructor(file: URL, size: number, taskMsMax: number) {
    this.#file = file;
    this.#taskMsMax = taskMsMax;
    this.#threads = Array.from({ length: size }, () => this.#spawn());
  }

  /** @param msMax the limit of this task, if it differs. */
  run(input: Input, msMax = this.#taskMsMax): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('the thread pool is closed'));
      this.#waiting.push({ input, msMax, resolve, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new Error('the thread pool is closed'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #dispatch(): void {
    for (const thread of this.#threads) {
      if (thread.task !== null) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      thread.task = task;
      thread.deadline = setTimeout(() => this.#expire(thread, task.msMax), task.msMax);
      thread.worker.postMessage(task.input);
    }
  }

  #expire(thread: Thread<Input, Output>, msMax: number): void {
    thread.task?.reject(new ThreadTimeout(`no response within ${msMax} ms`));
    thread.task = null;
    // Removed from the list at once: an ending thread must not get a task.
    this.#threads.splice(this.#threads.indexOf(thread), 1);
    void thread.worker.terminate();
  }

  #replace(): void {
    if (this.#closed) return;
    this.#threads.push(this.#spawn());
    this.#dispatch();
  }

  #spawn(): Thread<Input, Output> {
    const worker = new Worker(this.#file);
    const thread: Thread<Input, Output> = { worker, task: null, deadline: undefined };
    worker.unref();
    worker.on('message', (answer: ThreadAnswer<Output>) => {
      const { task } = thread;
      clearTimeout(thread.deadline);
      thread.task = null;
      if ('error' in answer) task?.reject(new Error(answer.error));
      else task?.resolve(answer.output);
      this.#dispatch();
    });
    // A thread that dies loses only its own task.
    worker.on('error', (error: Error) => thread.task?.reject(error));
    worker.on('exit', () => {
      clearTimeout(thread.deadline);
      thread.task?.reject(new Error('the thread ended'));
      thread.task = null;
      const place = this.#threads.indexOf(thread);
      if (place !== -1) this.#threads.splice(place, 1);
      setTimeout(() => this.#replace(), respawnMs).unref();
    });
    return thread;
  }
}
