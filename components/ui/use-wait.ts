import { useEffect } from "react"
import { beginWait } from "./waits"

/** Tells the frame that what is drawn waits for something, so that it says where that takes long. */
export function useWait(isWaiting: boolean): void {
  useEffect(() => (isWaiting ? beginWait() : undefined), [isWaiting])
}
