import { z } from "zod"
import { parseDateTime, parseGuid } from "../catalogue"

/** Text parsed by a function. Text that it cannot parse breaks the rule, `must be a guid`. */
const textOf = (read: (text: string) => string | undefined, rule: string) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: "custom", message: rule })
    return z.NEVER
  })

/**
 * What each column of a file holds, in its order: `name,,id`. Empty ones are ignored. Without it the
 * file's first row names them.
 */
export const fileColumns = <Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum([...names, ""])))
    .exactOptional()

/** One problem of a request or a file: `Problem` of the catalogue. */
export const fault = z.strictObject({
  parameter: z.string(),
  message: z.string(),
  /** The same as a code, and its figure. */
  fault: z.strictObject({ code: z.string(), figure: z.number().optional() }).optional(),
  line: z.int().optional(),
})

/** A guid, in lower case. */
export const guidText = textOf(parseGuid, "must be a guid")

/** A date or date-time as UTC text. `what` is named in the error. */
export const moment = (what: string) => textOf(parseDateTime, `must be a ${what} of ISO 8601`)
