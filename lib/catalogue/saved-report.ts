import { parseGuid } from "./guid"

const prefix = "kpi:"

/**
 * The key of saved explorations of a data set. Views of a report are saved under the report's id.
 */
export const explorationReport = (dataSetId: string): string => `${prefix}${dataSetId}`

/** The data set whose explorations are saved under a key. Undefined for the key of a report. */
export const explorationDataSet = (report: string): string | undefined =>
  report.startsWith(prefix) ? parseGuid(report.slice(prefix.length)) : undefined

const summaryPrefix = "summary:"

/** The key of saved summaries of a whole list, by the list's id. */
export const summaryReport = (list: string): string => `${summaryPrefix}${list}`

/** The whole list whose summaries are saved under a key. Undefined for any other key. */
export const summarizedList = (report: string): string | undefined =>
  report.startsWith(summaryPrefix) ? report.slice(summaryPrefix.length) : undefined
