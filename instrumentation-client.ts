import { listenForKeys } from "./components/ui/key-buffer"
import { watchTouches } from "./lib/client/idleness"

// zod tries whether it may compile by compiling, which the pages' policy refuses and reports. This is what its
// `config({ jitless: true })` does, which would load zod with every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Whoever types before the page has come to life loses no key either.
listenForKeys()
watchTouches()

export { announceNavigation as onRouterTransitionStart } from "./components/frame/navigations"
