/** Calls between a page and its workers: one message per call, one per answer. */

/** What is wrong with a request, and where. */
export interface ProblemData {
  message: string;
  line?: number;
  column?: number;
}

/** An error that the core reported. The page stays usable. */
export class Problem extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(data: ProblemData) {
    super(data.message);
    this.name = 'Problem';
    this.line = data.line;
    this.column = data.column;
  }
}

/** A call that was cancelled, or whose worker was stopped for another reason. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Methods = Record<string, (...parameters: any[]) => unknown>;

export interface Call {
  id: number;
  method: string;
  parameters: unknown[];
}

export type Answer =
  | { id: number; value: unknown }
  | { id: number; problem: ProblemData }
  /** The core has panicked and can no longer be used. */
  | { id: number; fatal: string };

/** A value whose buffers are moved, not copied, to the page. */
export class Moved<T> {
  constructor(
    readonly value: T,
    readonly buffers: Transferable[],
  ) {}
}

/** Answers calls in a worker. `start` gets the compiled core and returns the methods. */
export function serve(start: (core: WebAssembly.Module) => Methods): void {
  let methods: Methods | undefined;
  self.onmessage = (event: MessageEvent<{ core: WebAssembly.Module } | Call>) => {
    if ('core' in event.data) {
      methods = start(event.data.core);
      return;
    }
    const { id, method, parameters } = event.data;
    try {
      const found = methods?.[method];
      if (!found) throw new Error(`no method is called ${method}`);
      const value = found(...parameters);
      if (value instanceof Moved) {
        self.postMessage({ id, value: value.value } satisfies Answer, { transfer: value.buffers });
      } else {
        self.postMessage({ id, value } satisfies Answer);
      }
    } catch (error) {
      self.postMessage(failure(id, error));
    }
  };
}

/** Problems arrive as JSON text; anything else that is thrown is a panic. */
function failure(id: number, error: unknown): Answer {
  if (typeof error === 'string') {
    try {
      return { id, problem: JSON.parse(error) as ProblemData };
    } catch {
      return { id, problem: { message: error } };
    }
  }
  return { id, fatal: error instanceof Error ? error.message : String(error) };
}
