import { type Answer, type Call, Cancelled, type Methods, Problem } from './rpc';

/** A call that is waiting for a worker or for its answer. */
interface Job {
  call: Call;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
}

interface Seat {
  worker: Worker;
  job: Job | undefined;
}

/** A promise of a worker method's result. */
export type Client<M extends Methods> = {
  [K in keyof M]: (...parameters: Parameters<M[K]>) => Promise<Awaited<ReturnType<M[K]>>>;
};

/**
 * Workers that share one queue of calls. A worker that dies, or whose call is cancelled, is replaced; nothing else is lost.
 *
 * With one worker the calls run in order, so that it can hold state between them.
 */
export class Pool<M extends Methods> {
  /** Called when a worker has been replaced and has lost its state. */
  onReplaced: (() => void) | undefined;
  /** Calls that every new worker gets first, such as the user's own files. */
  readonly preparations: { method: string; parameters: unknown[] }[] = [];

  readonly #create: () => Worker;
  readonly #core: Promise<WebAssembly.Module>;
  readonly #seats: Seat[] = [];
  readonly #queue: Job[] = [];
  readonly #size: number;
  #next = 1;

  constructor(create: () => Worker, core: Promise<WebAssembly.Module>, size: number) {
    this.#create = create;
    this.#core = core;
    this.#size = size;
  }

  /**
   * Calls a method on the next worker that is free. Aborting the signal takes the call off the queue, and ends its worker if
   * it is already running. With `mayFinish`, a running call continues, which is cheaper if it is short.
   */
  call<K extends keyof M & string>(
    method: K,
    parameters: Parameters<M[K]>,
    signal?: AbortSignal,
    mayFinish = false,
  ): Promise<Awaited<ReturnType<M[K]>>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new Cancelled());
        return;
      }
      const call = { id: this.#next++, method, parameters };
      const job: Job = { call, resolve: resolve as (value: unknown) => void, reject, signal };
      signal?.addEventListener('abort', () => this.#cancel(job, mayFinish), { once: true });
      this.#queue.push(job);
      void this.#dispatch();
    });
  }

  /** The methods as functions. */
  client(signal?: AbortSignal): Client<M> {
    return new Proxy({} as Client<M>, {
      get: (_, method: string) => (...parameters: never) => this.call(method, parameters, signal),
    });
  }

  /** Calls a method on every worker, now and later. */
  async prepare<K extends keyof M & string>(method: K, parameters: Parameters<M[K]>): Promise<void> {
    this.preparations.push({ method, parameters });
    for (const seat of this.#seats) seat.worker.postMessage({ id: 0, method, parameters } satisfies Call);
  }

  /** The number of calls waiting or running. */
  get pending(): number {
    return this.#queue.length + this.#seats.filter((seat) => seat.job).length;
  }

  /** Ends all workers. */
  close(): void {
    for (const seat of this.#seats) seat.worker.terminate();
    this.#seats.length = 0;
    for (const job of this.#queue.splice(0)) job.reject(new Cancelled());
  }

  async #dispatch(): Promise<void> {
    const core = await this.#core.catch((error: unknown) => {
      for (const job of this.#queue.splice(0)) job.reject(error);
      return undefined;
    });
    if (!core) return;
    while (this.#queue.length > 0) {
      const free = this.#seats.find((seat) => !seat.job);
      const seat = free ?? (this.#seats.length < this.#size ? this.#open(core) : undefined);
      if (!seat) return;
      const job = this.#queue.shift()!;
      seat.job = job;
      seat.worker.postMessage(job.call);
    }
  }

  #open(core: WebAssembly.Module): Seat {
    const seat: Seat = { worker: this.#create(), job: undefined };
    seat.worker.onmessage = (event: MessageEvent<Answer>) => this.#answered(seat, event.data);
    seat.worker.onerror = (event) => this.#died(seat, event.message || 'cannot start the worker');
    seat.worker.postMessage({ core });
    for (const call of this.preparations) seat.worker.postMessage({ id: 0, ...call } satisfies Call);
    this.#seats.push(seat);
    return seat;
  }

  #answered(seat: Seat, answer: Answer): void {
    if ('fatal' in answer) {
      this.#died(seat, answer.fatal);
      return;
    }
    const job = seat.job;
    if (!job || job.call.id !== answer.id) return;
    seat.job = undefined;
    if ('problem' in answer) job.reject(new Problem(answer.problem));
    else job.resolve(answer.value);
    void this.#dispatch();
  }

  #died(seat: Seat, reason: string): void {
    this.#replace(seat, new Problem({ message: `the generator stopped unexpectedly and was restarted (${reason})` }));
  }

  #cancel(job: Job, mayFinish: boolean): void {
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      job.reject(new Cancelled());
      return;
    }
    const seat = this.#seats.find((seat) => seat.job === job);
    if (seat && mayFinish) job.reject(new Cancelled());
    else if (seat) this.#replace(seat, new Cancelled());
  }

  #replace(seat: Seat, error: Error): void {
    seat.worker.terminate();
    this.#seats.splice(this.#seats.indexOf(seat), 1);
    seat.job?.reject(error);
    this.onReplaced?.();
    void this.#dispatch();
  }
}
