import { z } from "zod"
import type { Row } from "@/lib/catalogue"
import { createPersonalValue, usePersonalValue } from "../../edits/session-value"

const none: Row = {}
const draft = createPersonalValue("departments.bulk", z.record(z.string(), z.unknown()), none)

/** The values that several departments are to be given, as they were entered in this tab, and how to put others in their place. */
export const useBulkDraft = () => usePersonalValue(draft)
