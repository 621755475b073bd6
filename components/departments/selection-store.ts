import { z } from "zod"
import { createPersonalValue, usePersonalValue } from "../edits/session-value"

const none: readonly string[] = []

const selection = createPersonalValue("departments.selection", z.array(z.string()).readonly(), none)

/** The ids of the departments that are selected in this tab, in the order of their choice, and how to select others in their place. */
export const useSelection = () => usePersonalValue(selection)
