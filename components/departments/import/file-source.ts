import { z } from "zod"

/** What stands in a sheet of a workbook, as texts. */
const sheetSchema = z.object({
  /** The name of the sheet that was taken, and how many there are. */
  sheet: z.string(),
  sheets: z.number(),
  /** The rows that are not blank, with their numbers. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
})

/** What was read of a file: the text of a CSV file, or a sheet of a workbook. */
export const sourceSchema = z.union([z.object({ text: z.string() }), sheetSchema])

export type FileSource = z.infer<typeof sourceSchema>
