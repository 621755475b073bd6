import { useSyncExternalStore } from "react"

const unchanging = () => () => {}
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** True for Apple keyboards, whose shortcuts use ⌘; false on the server. */
export const useIsApple = (): boolean => useSyncExternalStore(unchanging, isApple, () => false)
