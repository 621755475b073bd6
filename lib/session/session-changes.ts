import { EventEmitter } from "node:events"

/** Tells other instances which sessions changed or ended, and hears of it from them. */
export interface SessionChanges {
  announce(id: string): Promise<void>
  onChange(listener: (id: string) => void): void
  /** The listener learns that announcements may have been missed. */
  onGap(listener: () => void): void
}

/** Announcements within this process. */
export function createLocalChanges(): SessionChanges {
  const emitter = new EventEmitter()
  return {
    async announce(id) {
      emitter.emit("change", id)
    },
    onChange: (listener) => void emitter.on("change", listener),
    onGap: () => {},
  }
}
