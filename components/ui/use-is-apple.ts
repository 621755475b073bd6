import { useSyncExternalStore } from "react"

const unchanging = () => () => {}
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Whether the keyboard is one of Apple's, whose shortcuts begin with ⌘; false on the server. */
export const useIsApple = (): boolean => useSyncExternalStore(unchanging, isApple, () => false)
