import { test } from "vitest"
import { isDeep } from "./rounds"

/** A test of a file of `npm test` that only `npm run test:deep` runs. */
export const deepTest = test.runIf(isDeep)
