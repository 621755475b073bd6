import { z } from "zod"
import { createPersonalValue, usePersonalValue } from "../edits/session-value"

const none: readonly string[] = []

const selection = createPersonalValue("departments.selection", z.array(z.string()).readonly(), none)

/** The ids of the departments selected in this tab, in the order of selection, and their setter. */
export const useSelection = () => usePersonalValue(selection)
