import "server-only"
import { setFlagsFromString } from "node:v8"

/**
 * From now on the heap may grow by 30 % between two collections, instead of to a multiple: the pages of
 * an export are garbage once they are kept, and would otherwise stand in memory by the hundred.
 */
export const keepHeapSmall = (): void => setFlagsFromString("--heap-growing-percent=30")
