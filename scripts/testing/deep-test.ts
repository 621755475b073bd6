import { test } from "vitest"
import { isDeep } from "./rounds"

/** A test in a file of `npm test` that runs only in `npm run test:deep`. */
export const deepTest = test.runIf(isDeep)
