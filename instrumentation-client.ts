import { watchTouches } from "./lib/client/idleness"

// zod checks whether it may compile by compiling, which the pages' policy refuses and reports. This
// has the effect of its `config({ jitless: true })`, which would load zod with every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

watchTouches()

export { announceNavigation as onRouterTransitionStart } from "./components/frame/navigations"
