import type { Governor } from "./governor"

/** Where there is no limit nobody waits for a turn: every call is made at once, unless it cannot be made. */
export const unlimited: Pick<Governor, "run" | "pause"> = {
  async run({ confirm }, call) {
    confirm?.()
    return call(() => {})
  },
  pause: async () => {},
}
