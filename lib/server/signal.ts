/** Tells those who listen, whoever of them came when; `send` resolves when all are done. */
export interface Signal<T> {
  readonly send: (value: T) => Promise<void>
  readonly listen: (listener: (value: T) => Promise<void>) => void
}

export function createSignal<T>(): Signal<T> {
  const listeners: ((value: T) => Promise<void>)[] = []
  return {
    async send(value) {
      await Promise.all(listeners.map((listener) => listener(value)))
    },
    listen: (listener) => void listeners.push(listener),
  }
}
